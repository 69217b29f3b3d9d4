import { Link } from "@tanstack/react-router";
import { useFilters } from "../../api/use-research.ts";

const shown = 6;

/** What most projects are about: the largest clusters. */
export function Subjects() {
  const clusters = useFilters().data?.clusters ?? [];
  if (clusters.length === 0) return null;
  const largest = [...clusters].sort((a, b) => b.projectCount - a.projectCount).slice(0, shown);
  return (
    <ul aria-label="What most projects are about" className="flex flex-wrap justify-center gap-1.5">
      {largest.map(({ key, label, projectCount }) => (
        <li key={key} className="max-w-full max-sm:nth-[n+5]:hidden">
          <Link
            to="/clusters/$key"
            params={{ key }}
            className="flex items-center gap-1.5 rounded-full border border-line bg-surface px-3 py-1 text-sm hover:border-edge max-sm:min-h-10"
          >
            <span className="min-w-0 truncate">{label}</span>
            <span className="shrink-0 text-xs text-muted tabular-nums">
              {projectCount.toLocaleString("en")}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
