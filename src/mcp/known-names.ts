/** Tells the names in a request that match nothing, with the nearest ones that do. */
import type { CategoriesResponse } from "../contract/api/categories.ts";
import type { FiltersResponse } from "../contract/api/filters.ts";
import { nearestNames } from "./nearest-names.ts";
import type { McpPort } from "./port.ts";
import type { Json } from "./tool.ts";

/** Names change with a publish; a warning may be a minute late. */
const keptMs = 60_000;

/** Fields of requests that name records, and where the names are listed. */
const listedNames: Record<string, (filters: FiltersResponse) => string[]> = {
  hackathons: ({ hackathons }) => hackathons.map(({ slug }) => slug),
  hackathonSlugs: ({ hackathons }) => hackathons.map(({ slug }) => slug),
  trackKeys: ({ tracks }) => tracks.map(({ key }) => key),
  labelKeys: ({ labels }) => labels.map(({ key }) => key),
  clusterKeys: ({ clusters }) => clusters.map(({ key }) => key),
  acceleratorBatchKeys: ({ acceleratorBatches }) => acceleratorBatches.map(({ key }) => key),
  sources: ({ archiveSources }) => archiveSources.map(({ key }) => key),
};

interface NamedValue {
  /** Such as `cohort.hackathons`. */
  path: string;
  field: string;
  name: string;
}

/** More than these are not useful. */
const namesShown = 5;

/** Every text in the lists of a request and of its cohorts and filters, with the field that holds the list. */
function namesIn(request: Json): NamedValue[] {
  const own = textsIn(request, "");
  const nested = Object.entries(request).flatMap(([name, member]) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? textsIn(member, `${name}.`)
      : [],
  );
  return [...own, ...nested];
}

const textsIn = (fields: object, prefix: string): NamedValue[] =>
  Object.entries(fields).flatMap(([field, list]) =>
    Array.isArray(list)
      ? list.flatMap((name) => (typeof name === "string" ? [{ path: `${prefix}${field}`, field, name }] : []))
      : [],
  );

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

function describe({ path, name }: NamedValue, known: readonly string[]): string {
  const nearest = nearestNames(name, known);
  const advice =
    nearest.length > 0 ? `nearest: ${quoted(nearest)}` : "the tools filters and categories list the names";
  return `${path}: nothing is named "${name}"; ${advice}`;
}

export interface KnownNames {
  /** One sentence per name that matches nothing. */
  unknownNames(port: McpPort, request: Json, signal: AbortSignal): Promise<string[]>;
  /** The same for the keys of categories, which are refused. */
  unknownCategories(port: McpPort, request: Json, signal: AbortSignal): Promise<string[]>;
}

/** Every caller may read the same names: they are kept for all of them. */
export function createKnownNames(now: () => number = Date.now): KnownNames {
  let filters: { at: number; response: FiltersResponse } | null = null;
  const currentFilters = async (port: McpPort, signal: AbortSignal) => {
    if (filters === null || now() - filters.at > keptMs)
      filters = { at: now(), response: (await port.execute("getFilters", {}, signal)) as FiltersResponse };
    return filters.response;
  };
  return {
    async unknownNames(port, request, signal) {
      const named = namesIn(request).filter(({ field }) => Object.hasOwn(listedNames, field));
      if (named.length === 0) return [];
      const response = await currentFilters(port, signal);
      const known = (field: string) => listedNames[field]!(response);
      return named
        .filter(({ field, name }) => !known(field).includes(name))
        .slice(0, namesShown)
        .map((value) => describe(value, known(value.field)));
    },
    async unknownCategories(port, request, signal) {
      const named = namesIn(request).filter(({ field }) => field === "categoryKeys");
      if (named.length === 0) return [];
      const response = (await port.execute("getCategories", {}, signal)) as CategoriesResponse;
      const { categories, other, insufficientInformation } = response;
      const known = [...categories, other, insufficientInformation].map(({ key }) => key);
      return named
        .filter(({ name }) => !known.includes(name))
        .slice(0, namesShown)
        .map((value) => describe(value, known));
    },
  };
}
