import type { FiltersResponse } from "../../../../src/contract/api/filters.ts";
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import { BarChart } from "../../charts/bar-chart.tsx";
import { ColumnChart } from "../../charts/column-chart.tsx";
import { hackathonsOf } from "../../explore/years.ts";
import { checkHref, mapListHref, type Narrowing } from "./state.ts";

const barsAtMost = 8;

interface CrowdProps {
  idea: string;
  neighbors: NeighborhoodResponse;
  hackathons: FiltersResponse["hackathons"];
}

/** Counts of the neighbors by year, award, category and cluster. Each opens the list of those projects. */
export function Crowd({ idea, neighbors, hackathons }: CrowdProps) {
  const { byYear, byAward, categories, clusters, total } = neighbors;
  const list = (narrowing: Narrowing | undefined) => narrowing && `${checkHref(idea, narrowing)}#who`;
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
      {byYear.some(({ year }) => year !== null) && (
        <ColumnChart
          level={3}
          title="By year"
          unit="projects"
          part="winners"
          columns={byYear.map(({ year, count, winners }) => {
            const slugs = hackathonsOf(year, hackathons);
            return {
              key: String(year),
              label: year === null ? "no date" : String(year),
              count,
              part: winners,
              href: list(slugs && { hackathons: slugs }) ?? mapListHref(idea, "year", String(year ?? "none")),
            };
          })}
        />
      )}
      <BarChart
        level={3}
        title="By award"
        unit="projects"
        bars={byAward
          .filter(({ count }) => count > 0)
          .map(({ award, count }) => ({
            key: String(award),
            label: awardNames[award ?? "none"],
            count,
            share: count / total,
            href: list(awardLists[award ?? "none"]) ?? mapListHref(idea, "award", "none"),
          }))}
      />
      <BarChart
        level={3}
        title="By category"
        unit="projects"
        bars={categories.slice(0, barsAtMost).map(({ key, label, count, share }) => ({
          key,
          label,
          count,
          share,
          href: list({ categoryKeys: [key] }),
        }))}
      />
      <BarChart
        level={3}
        title="By cluster"
        unit="projects"
        bars={clusters.slice(0, barsAtMost).map(({ key, label, count }) => ({
          key,
          label,
          count,
          share: count / total,
          href: list({ clusterKeys: [key] }),
        }))}
      />
    </div>
  );
}

const awardNames = { winner: "Winners", honorable_mention: "Honorable mentions", none: "No award" } as const;
const awardLists: Record<keyof typeof awardNames, Narrowing | undefined> = {
  winner: { winnersOnly: true },
  honorable_mention: { prizeTypes: ["HONORABLE_MENTION"] },
  none: undefined,
};
