/** What of the first page is in its address. */
import type { FiltersResponse } from "../../../../src/contract/api/filters.ts";
import { asChoice, type RawSearch } from "../../router/search-params.ts";

export interface HomeSearch {
  /** All hackathons are listed, not only the latest. */
  hackathons?: "all";
}

export const homeSearch = (raw: RawSearch): HomeSearch => ({
  hackathons: asChoice(raw.hackathons, ["all"]),
});

/** Stands for projects of no event. */
const unaffiliated = "unaffiliated";

/** Events with projects, the latest first; those without a known date come last, the largest first. */
export const heldHackathons = (hackathons: FiltersResponse["hackathons"]): FiltersResponse["hackathons"] =>
  hackathons
    .filter(({ slug, projectCount }) => slug !== unaffiliated && projectCount > 0)
    .sort(
      (one, other) => other.startDate.localeCompare(one.startDate) || other.projectCount - one.projectCount,
    );
