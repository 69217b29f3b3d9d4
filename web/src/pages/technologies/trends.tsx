import type { TechnologyTrendsResponse } from "../../../../src/contract/api/technologies.ts";
import { useResearchList } from "../../api/use-research-list.ts";
import type { LineSeries } from "../../charts/drawing.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { seriesCount } from "../../charts/paint.ts";
import { Card } from "../../ui/card.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { type TechnologiesSearch, technologyCohort, technologyHref } from "./state.ts";
import { useTop } from "./use-top.ts";

/** The shares of the most used technologies from event to event. */
export function Trends({ search }: { search: TechnologiesSearch }) {
  const top = useTop(search, seriesCount);
  const cohort = technologyCohort(search);
  const trends = useResearchList(
    "trendTechnology",
    (top.data?.results ?? []).map(({ technology }) => ({ technology, ...(cohort && { cohort }) })),
  );
  const error = top.error ?? trends.error;
  if (error)
    return <Problem error={error} retry={() => (top.error ? void top.refetch() : trends.refetch())} />;
  if (top.data?.results.length === 0) return <NothingFound />;
  if (top.data === undefined || trends.data === undefined) return <Skeleton lines={12} />;
  return (
    <Card>
      <LineChart
        title="Share of projects, from event to event"
        note={`The ${trends.data.length} most used. Events without a project are left out.`}
        unit="projects"
        series={trends.data.map((trend) => ({
          ...seriesOf(trend),
          href: technologyHref(trend.technology, search),
        }))}
      />
    </Card>
  );
}

/** One line; events are in chronological order. Two events can have one name: the slug distinguishes them. */
export function seriesOf({ technology, hackathons }: TechnologyTrendsResponse): LineSeries {
  const used = hackathons.filter(({ projects }) => projects > 0);
  const names = new Map<string, number>();
  for (const { hackathon } of used) names.set(hackathon.name, (names.get(hackathon.name) ?? 0) + 1);
  return {
    key: `${technology.category} ${technology.name}`,
    label: technology.name,
    points: used.map(({ hackathon, share, count }) => ({
      at: names.get(hackathon.name) === 1 ? hackathon.name : `${hackathon.name} (${hackathon.slug})`,
      share,
      count,
    })),
  };
}
