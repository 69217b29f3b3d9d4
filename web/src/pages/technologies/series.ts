import type { TechnologyTrendsResponse } from "../../../../src/contract/api/technologies.ts";
import type { LineSeries } from "../../charts/drawing.ts";

/** Whether most of the events with projects have no date: they have no order in time. */
export function hasFewDates(hackathons: TechnologyTrendsResponse["hackathons"]): boolean {
  const used = hackathons.filter(({ projects }) => projects > 0);
  return used.filter(({ hackathon }) => !hackathon.startDate).length * 2 > used.length;
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
