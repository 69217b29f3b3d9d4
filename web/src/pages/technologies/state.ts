/** What of the technology pages is in the address. */
import type { RequestOf } from "@prior-art/client";
import type { BuiltWithKind } from "../../../../src/contract/api/built-with.ts";
import { builtWithKinds } from "../../../../src/contract/values/built-with-kinds.ts";
import { projectsHref } from "../../explore/hrefs.ts";
import {
  asChoice,
  asFlag,
  asKeys,
  asText,
  type RawSearch,
  stringifySearch,
} from "../../router/search-params.ts";

export const kindNames: Record<BuiltWithKind, string> = {
  languages: "Languages",
  frameworks: "Frameworks",
  chains: "Chains",
  protocols: "Protocols",
  services: "Services",
  tooling: "Tooling",
  standards: "Standards",
};

export const technologyViews = ["top", "trends", "together"] as const;
export type TechnologyView = (typeof technologyViews)[number];

export interface TechnologiesSearch {
  /** Default: top. */
  view?: TechnologyView;
  kind?: BuiltWithKind;
  /** `kind:name`: one technology in full. */
  technology?: string;
  hackathonSlugs?: string[];
  winnersOnly?: true;
}

/** Every field of an address. */
export const technologyFields: readonly (keyof TechnologiesSearch)[] = [
  "view",
  "kind",
  "technology",
  "hackathonSlugs",
  "winnersOnly",
];

/** Reads an address; what is not understood is left out. */
export function technologiesSearch(raw: RawSearch): TechnologiesSearch {
  const fields = {
    view: asChoice(raw.view, technologyViews),
    kind: asChoice(raw.kind, builtWithKinds),
    technology: asText(raw.technology),
    hackathonSlugs: asKeys(raw.hackathonSlugs),
    winnersOnly: asFlag(raw.winnersOnly),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as TechnologiesSearch;
}

export interface Technology {
  category: BuiltWithKind;
  name: string;
}

/** A name without a kind is looked up by name alone, as the service does. */
export function readTechnology(text: string): Technology {
  const at = text.indexOf(":");
  const kind = asChoice(text.slice(0, at), builtWithKinds);
  return kind === undefined
    ? { category: "tooling", name: text.trim() }
    : { category: kind, name: text.slice(at + 1).trim() };
}

export const writeTechnology = ({ category, name }: Technology): string => `${category}:${name}`;

type Cohort = Pick<TechnologiesSearch, "hackathonSlugs" | "winnersOnly">;

/** The cohort of a request; all projects without a filter. */
export function technologyCohort({
  hackathonSlugs,
  winnersOnly,
}: Cohort): RequestOf<"countTechnology">["cohort"] {
  if (hackathonSlugs === undefined && winnersOnly === undefined) return undefined;
  return { ...(hackathonSlugs && { hackathonSlugs }), ...(winnersOnly && { winnersOnly }) };
}

/** The projects that have it. */
export const carriersHref = (
  { category, name }: Technology,
  { hackathonSlugs, winnersOnly }: Cohort = {},
): string =>
  projectsHref({
    [`builtWith.${category}`]: [name],
    // A list of the project search has ten.
    hackathons: hackathonSlugs?.slice(0, 10),
    winnersOnly,
  });

/** One technology in full, for the same cohort. */
export const technologyHref = (
  technology: Technology,
  { hackathonSlugs, winnersOnly }: Cohort = {},
): string =>
  `/technologies${stringifySearch({ technology: writeTechnology(technology), hackathonSlugs, winnersOnly })}`;
