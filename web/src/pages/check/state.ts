/** What of an idea check is in its address: the idea, and the part of its neighbours that is listed. */
import type { BuiltWithKind } from "../../../../src/contract/api/built-with.ts";
import type { NeighborhoodRequest } from "../../../../src/contract/api/neighborhood.ts";
import {
  asFlag,
  asKeys,
  asList,
  asText,
  type RawSearch,
  stringifySearch,
} from "../../router/search-params.ts";

export const longestIdea = 500;

/** Fields of the request by which the listed neighbours are narrowed. */
export interface Narrowing {
  hackathons?: string[];
  categoryKeys?: string[];
  clusterKeys?: string[];
  prizeTypes?: string[];
  winnersOnly?: true;
  /** `kind:name`. */
  builtWith?: string[];
}

export interface CheckSearch extends Narrowing {
  idea?: string;
}

export const checkSearch = (raw: RawSearch): CheckSearch => ({
  idea: asText(raw.idea),
  hackathons: asKeys(raw.hackathons),
  categoryKeys: asKeys(raw.categoryKeys),
  clusterKeys: asKeys(raw.clusterKeys),
  prizeTypes: asList(raw.prizeTypes),
  winnersOnly: asFlag(raw.winnersOnly),
  builtWith: asList(raw.builtWith)?.filter((one) => one.includes(":")),
});

export const narrowingOf = ({ idea: _, ...narrowing }: CheckSearch): Narrowing => narrowing;

export const isNarrowed = (narrowing: Narrowing): boolean =>
  Object.values(narrowing).some((value) => value !== undefined);

/** The address of the check with a part of its neighbours listed. */
export const checkHref = (idea: string, narrowing: Narrowing = {}): string =>
  `/check${stringifySearch({ idea, ...narrowing })}`;

/** Length as the service counts it: code points, without white space around. */
export const lengthOf = (idea: string): number => [...idea.trim()].length;

type Request = Pick<NeighborhoodRequest, "query" | "hackathons" | "limit"> & {
  filters?: {
    categoryKeys?: string[];
    clusterKeys?: string[];
    prizeTypes?: string[];
    winnersOnly?: true;
    builtWith?: Partial<Record<BuiltWithKind, string[]>>;
  };
};

/** The body of `POST /neighborhood`. */
export function neighborhoodRequest(idea: string, narrowing: Narrowing, limit: number): Request {
  const { hackathons, builtWith, ...filters } = narrowing;
  const kinds: Partial<Record<string, string[]>> = {};
  for (const one of builtWith ?? []) {
    const at = one.indexOf(":");
    const kind = one.slice(0, at);
    kinds[kind] = [...(kinds[kind] ?? []), one.slice(at + 1)];
  }
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  return {
    query: idea.trim(),
    ...(hackathons && { hackathons }),
    ...((Object.keys(given).length > 0 || builtWith) && {
      filters: { ...given, ...(builtWith && { builtWith: kinds }) },
    }),
    limit,
  };
}
