import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { formatInstant } from "../../ui/days.ts";

type Corpus = ConsoleOutput<"getCorpus">;

/** Terms and values, one pair in each line. */
export function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="space-y-1.5">
      {rows.map(([term, value]) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{term}</dt>
          <dd className="ml-auto text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const number = (value: number): string => value.toLocaleString("en");
const instant = (value: string | null): string => (value === null ? "Never" : formatInstant(value));

export function SnapshotCard({ snapshot, published }: Pick<Corpus, "snapshot" | "published">) {
  if (snapshot === null) {
    return (
      <Card title="Snapshot" aside={<Badge tone="warning">None is served</Badge>}>
        <p className="text-muted">
          {published === null
            ? "Nothing has been published yet; until then, searches are refused with 503."
            : `Snapshot ${published} is published, but cannot be served: the server's log says why. Publish again.`}
        </p>
      </Card>
    );
  }
  const rows = [
    ["Projects", number(snapshot.projects)],
    ["Documents", number(snapshot.documents)],
    ["Passages", number(snapshot.chunks)],
    ["Revision", snapshot.revision],
  ] as const;
  return (
    <Card
      title={`Snapshot ${snapshot.id}`}
      aside={
        published === snapshot.id ? (
          <Badge tone="success">Served</Badge>
        ) : (
          <Badge tone="warning">{published} is next</Badge>
        )
      }
    >
      <Rows rows={rows} />
    </Card>
  );
}

export function CatalogCard({ catalog, imported }: Pick<Corpus, "catalog" | "imported">) {
  const rows = [
    ["Projects", number(catalog.projects)],
    ["Documents", number(catalog.documents)],
    ["Hackathons", number(catalog.hackathons)],
    ["Sources", number(catalog.sources)],
    ["Projects changed", instant(imported.projects)],
    ["Documents changed", instant(imported.archive)],
  ] as const;
  return (
    <Card title="Catalog">
      <Rows rows={rows} />
    </Card>
  );
}
