import { useResearchList } from "../../api/use-research-list.ts";
import type { MatrixCell } from "../../charts/drawing.ts";
import { MatrixChart } from "../../charts/matrix-chart.tsx";
import { projectsHref } from "../../explore/hrefs.ts";
import { Card } from "../../ui/card.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { type TechnologiesSearch, type Technology, technologyCohort } from "./state.ts";
import { useTop } from "./use-top.ts";

const shown = 10;

/** Which of the most used technologies are used together. */
export function Together({ search }: { search: TechnologiesSearch }) {
  const top = useTop(search, shown);
  const cohort = technologyCohort(search);
  const technologies = (top.data?.results ?? []).map(({ technology }) => technology);
  const pairs = useResearchList(
    "findCoUsage",
    technologies.map((technology) => ({ technology, ...(cohort && { cohort }), topK: 50 })),
  );
  const error = top.error ?? pairs.error;
  if (error)
    return <Problem error={error} retry={() => (top.error ? void top.refetch() : pairs.refetch())} />;
  if (top.data?.results.length === 0) return <NothingFound search={search} />;
  if (top.data === undefined || pairs.data === undefined) return <Skeleton lines={12} />;
  const cells = pairs.data.flatMap(({ results }, row) =>
    technologies.flatMap((other, column): MatrixCell[] => {
      if (column === row) return [];
      const found = results.find(({ technology }) => technology.name === other.name);
      return [
        {
          row,
          column,
          count: found?.count ?? 0,
          share: found?.share ?? 0,
          href: found && bothHref(technologies[row]!, other, search),
        },
      ];
    }),
  );
  return (
    <Card>
      <MatrixChart
        title="Used together"
        note="Of the projects with the technology of a row, the part that also has the one of a column"
        names={technologies.map(({ name }) => name)}
        cells={cells}
      />
    </Card>
  );
}

/** Names of one kind are alternatives in a filter: a pair of one kind leads to the row's technology alone. */
function bothHref(row: Technology, column: Technology, search: TechnologiesSearch): string | undefined {
  if (row.category === column.category) return undefined;
  return projectsHref({
    [`builtWith.${row.category}`]: [row.name],
    [`builtWith.${column.category}`]: [column.name],
    hackathons: search.hackathonSlugs?.slice(0, 10),
    winnersOnly: search.winnersOnly,
  });
}
