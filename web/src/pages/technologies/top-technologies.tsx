import { BarChart } from "../../charts/bar-chart.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf } from "../../ui/days.ts";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { kindNames, type TechnologiesSearch, technologyHref } from "./state.ts";
import { useTop } from "./use-top.ts";

const listed = 50;

export function TopTechnologies({ search }: { search: TechnologiesSearch }) {
  const answer = useTop(search, listed);
  const { data } = answer;
  if (data === undefined)
    return (
      <>
        <Problem error={answer.error} retry={() => void answer.refetch()} />
        {answer.isPending && <Skeleton lines={16} />}
      </>
    );
  if (data.results.length === 0) return <NothingFound search={search} />;
  return (
    <Card className={answer.isPlaceholderData ? "opacity-60" : undefined}>
      <BarChart
        title={search.kind ? kindNames[search.kind] : "All technologies"}
        note={`Of ${countOf(data.totals.projects, "project")}, ${data.totals.projectsWithRepositoryTags.toLocaleString("en")} with known code`}
        unit="projects"
        bars={data.results.map(({ technology, count, share }) => ({
          key: `${technology.category} ${technology.name}`,
          label: technology.name,
          hint: search.kind ? undefined : technology.category,
          count,
          share,
          href: technologyHref(technology, search),
        }))}
      />
    </Card>
  );
}
