import { useResearchList } from "../../api/use-research-list.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { seriesCount } from "../../charts/paint.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { hasFewDates, seriesOf } from "./series.ts";
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
  if (top.data?.results.length === 0) return <NothingFound search={search} />;
  if (top.data === undefined || trends.data === undefined) return <Skeleton lines={12} />;
  if (trends.data.some(({ hackathons }) => hasFewDates(hackathons)))
    return (
      <EmptyState title="Most events have no date">
        A trend needs to know which event was first. The page of a technology has its share in each event.
      </EmptyState>
    );
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
