/** What of an idea check is in its address: the idea, and the part of its neighbors that is listed. */
import type { RequestOf } from "@prior-art/client";
import {
  filtersOf,
  longestQuery,
  type ProjectFilterSearch,
  projectFields,
  readProjectSearch,
} from "../../explore/project-search.ts";
import { asText, type RawSearch, stringifySearch } from "../../router/search-params.ts";

export const longestIdea = longestQuery;

/** The filters by which the listed neighbors are narrowed, with the names of the project search. */
export type Narrowing = ProjectFilterSearch;

export interface CheckSearch extends Narrowing {
  idea?: string;
}

export function checkSearch(raw: RawSearch): CheckSearch {
  const { query: _, diversify: __, offset: ___, ...narrowing } = readProjectSearch(raw);
  return { idea: asText(raw.idea), ...narrowing };
}

/** Every field of an address. */
export const checkFields: readonly string[] = [
  "idea",
  ...projectFields.filter((field) => !["query", "diversify", "offset"].includes(field)),
];

export const narrowingOf = ({ idea: _, ...narrowing }: CheckSearch): Narrowing => narrowing;

export const isNarrowed = (narrowing: Narrowing): boolean =>
  Object.values(narrowing).some((value) => value !== undefined);

/** The address of the check with a part of its neighbors listed. */
export const checkHref = (idea: string, narrowing: Narrowing = {}): string =>
  `/check${stringifySearch({ idea, ...narrowing })}`;

/** Neighbors that no filter of the project search selects: a group of the map, as its table. */
export const mapListHref = (idea: string, color: "year" | "award", only: string): string =>
  `/landscape${stringifySearch({ color, only, query: idea, view: "table" })}`;

/** Length as the service counts it: code points, without white space around. */
export const lengthOf = (idea: string): number => [...idea.trim()].length;

/** The body of `POST /neighborhood`. */
export const neighborhoodRequest = (
  idea: string,
  narrowing: Narrowing,
  limit: number,
): RequestOf<"neighborhood"> => {
  const { hackathons, trackKeys, labelKeys, filters } = filtersOf(narrowing);
  return {
    query: idea.trim(),
    ...(hackathons && { hackathons }),
    ...(trackKeys && { trackKeys }),
    ...(labelKeys && { labelKeys }),
    ...(filters && { filters }),
    limit,
  };
};
