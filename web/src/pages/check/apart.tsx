import type { UseQueryResult } from "@tanstack/react-query";
import type { CompareResponse } from "../../../../src/contract/api/analysis.ts";
import type { Trait } from "../../../../src/idea-check/winners-apart.ts";
import { nothingApart } from "../../../../src/idea-check/words.ts";
import type { Dumbbell } from "../../charts/drawing.ts";
import { DumbbellChart } from "../../charts/dumbbell-chart.tsx";
import { fewLast, fewLastNote } from "../../charts/few-last.ts";
import { projectsHref } from "../../explore/hrefs.ts";
import { countOf } from "../../ui/days.ts";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { traitRows } from "./trait-rows.ts";

const rowsAtMost = 12;
/** Below this many winners, one project more or less changes the picture. */
const fewWinners = 8;

interface ApartProps {
  idea: string;
  traits: readonly Trait[];
  winners: number;
  /** Winners and all projects of the clusters around the idea. */
  clusters: { keys: readonly string[]; comparison: UseQueryResult<CompareResponse> };
}

export function Apart({ idea, traits, winners, clusters }: ApartProps) {
  if (winners === 0)
    return (
      <p className="text-muted">
        No project close to this idea has won, so there is nothing to compare yet. An open field, or one that
        judges pass over: read what has been built above.
      </p>
    );
  const rows = traitRows(idea, traits);
  return (
    <>
      {winners < fewWinners && (
        <p className="mb-4 text-sm text-muted">
          With {countOf(winners, "winner")}, these are anecdotes rather than statistics.
        </p>
      )}
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {traits.length === 0 ? (
          <p className="text-muted">{nothingApart(winners)}</p>
        ) : (
          <DumbbellChart
            level={3}
            title="Within the neighborhood"
            note={noteOf("Categories and technologies, by the greatest difference", rows)}
            names={["winners", "others"]}
            rows={rows}
          />
        )}
        <InClusters {...clusters} />
      </div>
    </>
  );
}

function InClusters({ keys, comparison }: ApartProps["clusters"]) {
  if (comparison.error) return <Problem error={comparison.error} retry={() => void comparison.refetch()} />;
  if (comparison.data === undefined) return keys.length > 0 ? <Skeleton lines={8} /> : null;
  const rows = clusterRows(comparison.data, keys);
  if (rows.length === 0) return null;
  const { totalsA, totalsB } = comparison.data;
  const projects = `${countOf(totalsA.projects, "winner")} and ${countOf(totalsB.projects, "project")}`;
  return (
    <DumbbellChart
      level={3}
      title={keys.length === 1 ? "In its cluster" : `In the ${keys.length} clusters around it`}
      note={noteOf(`Problems, solutions and primitives: ${projects}`, rows)}
      names={["winners", "all"]}
      rows={rows}
    />
  );
}

const noteOf = (shown: string, rows: readonly Dumbbell[]): string =>
  [shown, fewLastNote(rows)].filter(Boolean).join(". ");

/** Tags by the greatest difference, those with few projects last; a tag of one project says nothing. */
export function clusterRows({ results }: CompareResponse, clusterKeys: readonly string[]): Dumbbell[] {
  const dimensions = ["problemTags", "solutionTags", "primitives"] as const;
  const rows = dimensions
    .flatMap((dimension) =>
      (results[dimension] ?? []).map((row) => ({
        key: `${dimension} ${row.key}`,
        label: row.label,
        a: {
          count: row.countA,
          share: row.shareA,
          href: projectsHref({ clusterKeys, [dimension]: [row.key], winnersOnly: true }),
        },
        b: {
          count: row.countB,
          share: row.shareB,
          href: projectsHref({ clusterKeys, [dimension]: [row.key] }),
        },
        lift: row.lift,
      })),
    )
    .filter(({ b }) => b.count > 1)
    .sort((one, other) => Math.abs(other.a.share - other.b.share) - Math.abs(one.a.share - one.b.share));
  return fewLast(rows, ({ a, b }) => [a, b]).slice(0, rowsAtMost);
}
