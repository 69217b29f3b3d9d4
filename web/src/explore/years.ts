import type { FiltersResponse } from "../../../src/contract/api/filters.ts";

/** A list of the service holds at most this many hackathons. */
const hackathonsAtMost = 10;

/**
 * Hackathons of a year that have projects, or of none where `year` is null; undefined where there are too many for one
 * request.
 */
export function hackathonsOf(
  year: number | null,
  hackathons: FiltersResponse["hackathons"],
): string[] | undefined {
  const found = hackathons
    .filter(
      ({ startDate, projectCount }) =>
        projectCount > 0 && (year === null ? startDate === "" : startDate.startsWith(String(year))),
    )
    .map(({ slug }) => slug);
  return found.length > 0 && found.length <= hackathonsAtMost ? found : undefined;
}
