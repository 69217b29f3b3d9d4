/** Reports the names in a request that match nothing, with the nearest ones that do. */
import type { CategoriesResponse } from "../contract/api/categories.ts";
import type { FiltersResponse } from "../contract/api/filters.ts";
import {
  namesIn,
  namesListed,
  type UnknownName,
  unknownCategories,
  unknownNames,
} from "../contract/api/known-names.ts";
import type { McpPort } from "./port.ts";
import type { Json } from "./tool.ts";

/** Names change with a publish; a warning may be a minute late. */
const keptMs = 60_000;

/** More than these are not useful. */
const namesShown = 5;

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

function describe({ path, name, nearest }: UnknownName): string {
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
      if (!namesListed(request)) return [];
      return unknownNames(request, await currentFilters(port, signal))
        .slice(0, namesShown)
        .map(describe);
    },
    async unknownCategories(port, request, signal) {
      if (!namesIn(request).some(({ field }) => field === "categoryKeys")) return [];
      const response = (await port.execute("getCategories", {}, signal)) as CategoriesResponse;
      return unknownCategories(request, response, namesShown).map(describe);
    },
  };
}
