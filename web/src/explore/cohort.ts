/** Cohorts in addresses, in requests, and as lists of projects. Fields have the names of the API. */
import type { RequestOf } from "@prior-art/client";
import { asFlag, asKeys, type RawSearch } from "../router/search-params.ts";
import { type ProjectListSearch, projectsHref } from "./hrefs.ts";
import type { ProjectFilterSearch, ProjectSearch } from "./project-search.ts";

/** Placements are whole numbers, as text. */
export type Cohort = Pick<ProjectFilterSearch, (typeof cohortFields)[number]>;

const cohortFields = [
  "hackathons",
  "trackKeys",
  "winnersOnly",
  "acceleratorOnly",
  "acceleratorBatchKeys",
  "prizePlacements",
  "clusterKeys",
  "categoryKeys",
  "includeSecondaryCategories",
] as const satisfies readonly (keyof ProjectFilterSearch)[];

const flags: ReadonlySet<string> = new Set(["winnersOnly", "acceleratorOnly", "includeSecondaryCategories"]);

/** A prefix such as `a.` keeps the two cohorts of a comparison apart. */
export function readCohort(raw: RawSearch, prefix = ""): Cohort {
  const entries = cohortFields.flatMap((field) => {
    const value = raw[`${prefix}${field}`];
    const read = flags.has(field) ? asFlag(value) : asKeys(value);
    return read === undefined ? [] : [[field, read]];
  });
  return Object.fromEntries(entries);
}

/** Every field, so that merging it into an address removes what the cohort does not have. */
export function writeCohort(cohort: Cohort, prefix = ""): RawSearch {
  return Object.fromEntries(cohortFields.map((field) => [`${prefix}${field}`, cohort[field]]));
}

/** The cohort of a request. A placement that is not a whole number is sent as is, for the service to refuse by name. */
export function cohortRequest(cohort: Cohort): RequestOf<"analyze">["cohort"] {
  const { prizePlacements, ...rest } = cohort;
  return {
    ...rest,
    ...(prizePlacements && { prizePlacements: prizePlacements.map(Number) }),
  };
}

/** For `/compare`, whose cohorts have no categories. */
export function comparedCohort(cohort: Cohort): RequestOf<"compare">["cohortA"] {
  const { categoryKeys: _, includeSecondaryCategories: __, ...rest } = cohortRequest(cohort);
  return rest;
}

export type Dimension = keyof typeof dimensionNames;

export const dimensionNames = {
  categories: "Categories",
  clusters: "Clusters",
  tracks: "Tracks",
  problemTags: "Problems",
  solutionTags: "Solutions",
  primitives: "Primitives",
  techStack: "Tech stack",
  targetUsers: "Target users",
} as const;

const filterOf: Record<Dimension, string> = {
  categories: "categoryKeys",
  clusters: "clusterKeys",
  tracks: "trackKeys",
  problemTags: "problemTags",
  solutionTags: "solutionTags",
  primitives: "primitives",
  techStack: "techStack",
  targetUsers: "targetUsers",
};

/** Of a search, the fields that a cohort has. */
export const cohortOf = (search: ProjectSearch): Cohort =>
  Object.fromEntries(
    cohortFields.flatMap((field) => (search[field] === undefined ? [] : [[field, search[field]]])),
  );

/** The list of a cohort's projects. */
export const cohortHref = (cohort: Cohort): string => projectsHref(cohort as ProjectListSearch);

/** The list of the projects in one bucket of a cohort. */
export const bucketHref = (cohort: Cohort, dimension: Dimension, key: string): string =>
  projectsHref({ ...(cohort as ProjectListSearch), [filterOf[dimension]]: [key] });
