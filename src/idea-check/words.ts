/** Figures of a neighbourhood in words. */
import type { NeighborhoodResponse } from "../contract/api/neighborhood.ts";
import { countOf, formatShare } from "./numbers.ts";

type Crowd = Pick<NeighborhoodResponse, "total" | "crowdedness">;

/** Two or three words for the percentile. */
export function crowdWord({ total, crowdedness: { percentile } }: Crowd): string {
  if (total === 0) return "Unexplored";
  if (percentile === null) return total < 5 ? "Nearly empty" : "Explored";
  if (percentile >= 90) return "Very crowded";
  if (percentile >= 70) return "Crowded";
  if (percentile >= 40) return "About average";
  return percentile >= 15 ? "Quiet" : "Nearly empty";
}

/** What the percentile means, as a sentence. */
export function crowdSentence({ total, crowdedness: { percentile } }: Crowd): string {
  if (total === 0) return "No project is close to this idea.";
  const close = `${countOf(total, "project is", "projects are")} close to this idea`;
  if (percentile === null) return `${close}.`;
  if (percentile >= 99.5) return `${close}; almost every project here has fewer near it.`;
  if (percentile < 0.5) return `${close}; almost every project here has more near it.`;
  return percentile >= 50
    ? `${close}; ${Math.round(percentile)}% of the projects here have fewer near them.`
    : `${close}; ${Math.round(100 - percentile)}% of the projects here have more near them.`;
}

export function winnersSentence({ total, winners }: Pick<NeighborhoodResponse, "total" | "winners">): string {
  if (winners === 0) return "None of them has won.";
  return `${countOf(winners, "of them has", "of them have")} won (${formatShare(winners / total)}).`;
}

/** The years with the most neighbours and the latest year, when there are any. */
export function yearsSentence(byYear: NeighborhoodResponse["byYear"]): string | null {
  const years = byYear.flatMap(({ year, count }) => (year === null ? [] : [{ year, count }]));
  if (years.length < 2) return null;
  const most = years.reduce((best, one) => (one.count > best.count ? one : best));
  const latest = years.at(-1)!;
  if (most.year === latest.year) return `Most are of ${most.year}, the latest year: interest is growing.`;
  return `Most are of ${most.year} (${most.count}); ${latest.count} of ${latest.year}.`;
}
