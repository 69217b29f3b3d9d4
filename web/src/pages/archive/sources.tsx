import { useFilters } from "../../api/use-research.ts";
import { countOf } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Problem } from "../../ui/problem.tsx";

interface SourcesProps {
  chosen: readonly string[];
  onChange(chosen: string[] | undefined): void;
}

/** The sources of the archive, while nothing is searched: a click selects one. */
export function Sources({ chosen, onChange }: SourcesProps) {
  const filters = useFilters();
  const sources = [...(filters.data?.archiveSources ?? [])].sort(
    (one, other) => (other.documentCount ?? 0) - (one.documentCount ?? 0),
  );
  const total = sources.reduce((sum, { documentCount = 0 }) => sum + documentCount, 0);
  if (filters.error) return <Problem error={filters.error} retry={() => void filters.refetch()} />;
  if (filters.isPending) return <ListSkeleton label="Loading the sources …" rows={4} />;
  if (sources.length === 0) {
    return (
      <EmptyState title="No documents yet">
        The operator of this service imports them. You can suggest a source.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="sources" className="space-y-3 pt-2">
      <h2 id="sources" className="text-sm text-muted">
        {countOf(total, "document")} from {countOf(sources.length, "source")}. Choose sources, or search all.
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {sources.map(({ key, label, documentCount = 0 }) => {
          const isChosen = chosen.includes(key);
          return (
            <li key={key}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() =>
                  onChange(isChosen ? chosen.filter((one) => one !== key) : [...chosen, key].slice(0, 20))
                }
                className="flex h-full w-full items-baseline justify-between gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-left hover:border-edge aria-pressed:border-accent aria-pressed:bg-accent-soft"
              >
                <span className="font-semibold">{label}</span>
                <span className="shrink-0 text-sm text-muted tabular-nums">
                  {documentCount.toLocaleString("en")}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
