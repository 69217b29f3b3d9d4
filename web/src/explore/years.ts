import type { FiltersResponse } from "../../../src/contract/api/filters.ts";

/** A list of the service holds at most this many hackathons. */
const hackathonsAtMost = 10;

/** Hackathons of a year; none where there are too many for one request, or the year is unknown. */
export function hackathonsOf(
  year: number | null,
  hackathons: FiltersResponse["hackathons"],
): string[] | undefined {
  if (year === null) return undefined;
  const found = hackathons
    .filter(({ startDate }) => startDate.startsWith(String(year)))
    .map(({ slug }) => slug);
  return found.length > 0 && found.length <= hackathonsAtMost ? found : undefined;
}
