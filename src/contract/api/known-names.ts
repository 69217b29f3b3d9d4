/** The names in a request that match nothing, with the nearest ones that do. */
import { nearestNames } from "../values/nearest-names.ts";
import type { CategoriesResponse } from "./categories.ts";
import type { FiltersResponse } from "./filters.ts";

/** Fields of requests that name records, and where the names are listed. */
const listedNames: Record<string, (filters: FiltersResponse) => string[]> = {
  hackathons: ({ hackathons }) => hackathons.map(({ slug }) => slug),
  hackathonSlugs: ({ hackathons }) => hackathons.map(({ slug }) => slug),
  trackKeys: ({ tracks }) => tracks.map(({ key }) => key),
  labelKeys: ({ labels }) => labels.map(({ key }) => key),
  clusterKeys: ({ clusters }) => clusters.map(({ key }) => key),
  acceleratorBatchKeys: ({ acceleratorBatches }) => acceleratorBatches.map(({ key }) => key),
  prizeTypes: ({ prizeTypes }) => prizeTypes,
  sources: ({ archiveSources }) => archiveSources.map(({ key }) => key),
};

export interface NamedValue {
  /** Such as `cohort.hackathons`. */
  path: string;
  field: string;
  name: string;
}

export interface UnknownName extends NamedValue {
  /** Best first; empty when none is alike. */
  nearest: string[];
}

/** Every text in the lists of a request and of its cohorts and filters, with the field that contains the list. */
export function namesIn(request: object, prefix = ""): NamedValue[] {
  return Object.entries(request).flatMap(([field, member]: [string, unknown]) => {
    const path = `${prefix}${field}`;
    if (Array.isArray(member))
      return member.flatMap((name) => (typeof name === "string" ? [{ path, field, name }] : []));
    return typeof member === "object" && member !== null ? namesIn(member, `${path}.`) : [];
  });
}

/** Whether a request names anything that `GET /filters` lists. */
export const namesListed = (request: object): boolean =>
  namesIn(request).some(({ field }) => Object.hasOwn(listedNames, field));

export function unknownNames(request: object, filters: FiltersResponse): UnknownName[] {
  return namesIn(request).flatMap((value) => {
    const known = Object.hasOwn(listedNames, value.field) ? listedNames[value.field]!(filters) : null;
    return known === null || known.includes(value.name)
      ? []
      : [{ ...value, nearest: nearestNames(value.name, known) }];
  });
}

/**
 * Keys of categories are refused when they are unknown, unlike other names. The first `most`: a refused request may
 * hold a hundred thousand.
 */
export function unknownCategories(
  request: object,
  { categories, other, insufficientInformation }: CategoriesResponse,
  most: number,
): UnknownName[] {
  const known = [...categories, other, insufficientInformation].map(({ key }) => key);
  return namesIn(request)
    .filter(({ field, name }) => field === "categoryKeys" && !known.includes(name))
    .slice(0, most)
    .map((value) => ({ ...value, nearest: nearestNames(value.name, known) }));
}
