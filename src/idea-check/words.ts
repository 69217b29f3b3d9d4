/** Figures of a neighborhood in words. */
import type { NeighborhoodResponse } from "../contract/api/neighborhood.ts";
import { countOf, formatShare } from "./numbers.ts";

type Crowd = Pick<NeighborhoodResponse, "total" | "crowdedness">;

/** Fewer projects than this are not a crowd, even where all others have fewer around them. */
const few = 5;

/** Two or three words for the percentile. */
export function crowdWord({ total, crowdedness: { percentile } }: Crowd): string {
  if (total === 0) return "Unexplored";
  if (percentile === null) return total < few ? "Nearly empty" : "Explored";
  if (total < few && percentile >= 40) return "Explored";
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

/** The year with the most neighbors and the latest year, when there are two or more. */
export function yearsSentence(byYear: NeighborhoodResponse["byYear"]): string | null {
  const years = byYear.flatMap(({ year, count }) => (year === null ? [] : [{ year, count }]));
  if (years.length < 2) return null;
  const most = years.reduce((best, one) => (one.count > best.count ? one : best));
  const latest = years.at(-1)!;
  const dated = years.reduce((sum, { count }) => sum + count, 0);
  const share = `${most.count} of ${byYear.length > years.length ? `the ${dated} with a date` : dated}`;
  return most.year === latest.year
    ? `The most frequent year is the latest, ${most.year} (${share}).`
    : `The most frequent year is ${most.year} (${share}), the latest ${latest.year} (${latest.count}).`;
}

/** For winners that differ from the others in no trait by more than chance. */
export const nothingApart = (winners: number): string =>
  `Nothing: ${countOf(winners, "winner is", "winners are")} too few, or too much like the others, to distinguish a difference from chance.`;
