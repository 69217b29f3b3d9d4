import type { ReactNode } from "react";
import { useResearch } from "../../api/use-research.ts";
import { BarChart } from "../../charts/bar-chart.tsx";
import { LineChart } from "../../charts/line-chart.tsx";
import { formatLift, formatShare } from "../../charts/numbers.ts";
import { Crumbs } from "../../explore/crumbs.tsx";
import { nearestOf } from "../../explore/nearest.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { buttonLook } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { hasFewDates, seriesOf } from "./series.ts";
import {
  carriersHref,
  kindNames,
  readTechnology,
  type TechnologiesSearch,
  type Technology,
  technologyCohort,
  technologyHref,
  writeTechnology,
} from "./state.ts";

interface OneTechnologyProps {
  technology: Technology;
  search: TechnologiesSearch;
  /** The filters of the cohort. */
  children: ReactNode;
}

/** How often it is used, from event to event, and with what. */
export function OneTechnology({ technology, search, children }: OneTechnologyProps) {
  const cohort = technologyCohort(search);
  const request = { technology, ...(cohort && { cohort }) };
  const counts = useResearch("countTechnology", request);
  const together = useResearch("findCoUsage", { ...request, topK: 20 });
  const { data } = counts;
  return (
    <Page
      title={technology.name}
      lead={
        data &&
        `${kindNames[technology.category]}: ${countOf(data.totals.count, "project")}, ${formatShare(data.totals.share)} of ${data.totals.projects.toLocaleString("en")}`
      }
      wide
      above={
        <Crumbs
          to="/technologies"
          name="Technologies"
          search={{ hackathonSlugs: search.hackathonSlugs, winnersOnly: search.winnersOnly }}
        />
      }
      action={
        data &&
        data.totals.count > 0 && (
          <OwnLink href={carriersHref(technology, search)} className={buttonLook("secondary")}>
            Show its projects
          </OwnLink>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-2">{children}</div>
      <Problem error={counts.error} retry={() => void counts.refetch()} />
      {counts.isPending && <Skeleton lines={12} />}
      {data?.totals.count === 0 && <Unknown technology={technology} search={search} />}
      {data && data.totals.count > 0 && (
        <>
          {!hasFewDates(data.hackathons) && (
            <Card>
              <LineChart
                title="Share of projects, from event to event"
                unit="projects"
                series={[seriesOf({ technology, hackathons: data.hackathons })]}
              />
            </Card>
          )}
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Card>
              <BarChart
                title="By event"
                note={hasFewDates(data.hackathons) ? "Most events have no date" : "Newest first"}
                unit="projects"
                bars={data.hackathons
                  .filter(({ count }) => count > 0)
                  .toReversed()
                  .map(({ hackathon, count, share }) => ({
                    key: hackathon.slug,
                    label: hackathon.name,
                    count,
                    share,
                    href: carriersHref(technology, { ...search, hackathonSlugs: [hackathon.slug] }),
                  }))}
              />
            </Card>
            <Card>
              <Problem error={together.error} retry={() => void together.refetch()} />
              {together.isPending && <Skeleton lines={10} />}
              {together.data && (
                <BarChart
                  title="Used together with"
                  note="Count, and share of the projects with this technology"
                  unit="projects"
                  bars={together.data.results.map(({ technology: other, count, share, lift }) => ({
                    key: `${other.category} ${other.name}`,
                    label: other.name,
                    hint: `lift ${formatLift(lift)}`,
                    count,
                    share,
                    href: technologyHref(other, search),
                  }))}
                />
              )}
            </Card>
          </div>
        </>
      )}
    </Page>
  );
}

/** Names the nearest of the technologies that are used most. */
function Unknown({ technology, search }: { technology: Technology; search: TechnologiesSearch }) {
  const { data } = useResearch("listTopTechnologies", { topK: 50 });
  const known = data?.results.map((row) => row.technology) ?? [];
  const nearest = nearestOf(
    technology.name,
    known.map((one) => ({ key: writeTechnology(one), label: one.name })),
  );
  return (
    <EmptyState title={`No project here is known to use “${technology.name}”`}>
      {(search.hackathonSlugs || search.winnersOnly) && "Remove a filter, or look for another name. "}
      {nearest && (
        <>
          Did you mean{" "}
          <OwnLink href={technologyHref(readTechnology(nearest.key))} className="text-accent-text underline">
            {nearest.label}
          </OwnLink>
          ?
        </>
      )}
    </EmptyState>
  );
}
