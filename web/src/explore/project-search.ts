/**
 * A view of the project search: its address and its request. Names in the address are the API's; members of `filters` are
 * beside the others, kinds of `filters.builtWith` as `builtWith.languages` and so on.
 */
import type { RequestOf } from "@prior-art/client";
import { builtWithKinds } from "../../../src/contract/values/built-with-kinds.ts";
import { asCount, asFlag, asKeys, asList, asText, type RawSearch } from "../router/search-params.ts";

/** Lists of keys, which the API fixes or the operator chooses. */
const keyFields = [
  "hackathons",
  "trackKeys",
  "labelKeys",
  "categoryKeys",
  "clusterKeys",
  "acceleratorBatchKeys",
  "prizeTypes",
  "prizePlacements",
] as const;

/** Lists of words, in any spelling. */
const wordFields = [
  "techStack",
  "primitives",
  "problemTags",
  "solutionTags",
  "targetUsers",
  ...builtWithKinds.map((kind) => `builtWith.${kind}` as const),
] as const;

const flagFields = [
  "winnersOnly",
  "acceleratorOnly",
  "isUniversityProject",
  "isSolanaMobile",
  "includeSecondaryCategories",
] as const;

export type ListField = (typeof keyFields)[number] | (typeof wordFields)[number];
export type FlagField = (typeof flagFields)[number];

export const listFields: readonly ListField[] = [...keyFields, ...wordFields];

/** Every field of an address. */
export const projectFields: readonly string[] = [
  "query",
  ...listFields,
  ...flagFields,
  "diversify",
  "offset",
];

/** As the API limits its lists; placements have no limit. */
const longestList = 10;
const cut = (field: ListField, values: string[] | undefined) =>
  field === "prizePlacements" ? values : values?.slice(0, longestList);

export type ProjectFilterSearch = { [Field in ListField]?: string[] } & { [Field in FlagField]?: true };

export interface ProjectSearch extends ProjectFilterSearch {
  query?: string;
  diversify?: true;
  offset?: number;
}

export const pageSize = 20;
/** As the API limits it, in code points. */
export const longestQuery = 500;

/** Reads an address; what is not understood is left out. */
export function readProjectSearch(raw: RawSearch): ProjectSearch {
  const fields: [string, unknown][] = [
    ["query", asText(raw.query)?.trim() || undefined],
    ...keyFields.map((field) => [field, cut(field, asKeys(raw[field]))] as [string, unknown]),
    ...wordFields.map((field) => [field, cut(field, asList(raw[field]))] as [string, unknown]),
    // The API does not combine tracks and labels.
    ...(asKeys(raw.trackKeys) ? [["labelKeys", undefined] as [string, unknown]] : []),
    ...flagFields.map((field) => [field, asFlag(raw[field])] as [string, unknown]),
    // The API's other name for the same filter.
    ...(asFlag(raw.isChainMobile) ? [["isSolanaMobile", true] as [string, unknown]] : []),
    ["diversify", asFlag(raw.diversify)],
    ["offset", asCount(raw.offset)],
  ];
  const last = Object.entries(Object.fromEntries(fields));
  return Object.fromEntries(last.filter(([, value]) => value !== undefined)) as ProjectSearch;
}

type SearchCall = RequestOf<"searchProjects">;

/** The request without text and paging: what a search, its facets and its export have in common. */
export function filtersOf(search: ProjectFilterSearch): SearchCall {
  const { hackathons, trackKeys, labelKeys, prizePlacements } = search;
  const builtWith = Object.fromEntries(
    builtWithKinds.flatMap((kind) => {
      const names = search[`builtWith.${kind}`];
      return names ? [[kind, names]] : [];
    }),
  );
  const filters = {
    categoryKeys: search.categoryKeys,
    includeSecondaryCategories: search.includeSecondaryCategories,
    builtWith: Object.keys(builtWith).length > 0 ? builtWith : undefined,
    winnersOnly: search.winnersOnly,
    acceleratorOnly: search.acceleratorOnly,
    acceleratorBatchKeys: search.acceleratorBatchKeys,
    prizePlacements: prizePlacements?.map(Number).filter(Number.isSafeInteger),
    prizeTypes: search.prizeTypes,
    isUniversityProject: search.isUniversityProject,
    isSolanaMobile: search.isSolanaMobile,
    techStack: search.techStack,
    primitives: search.primitives,
    problemTags: search.problemTags,
    solutionTags: search.solutionTags,
    targetUsers: search.targetUsers,
    clusterKeys: search.clusterKeys,
  };
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  return {
    ...(hackathons && { hackathons }),
    ...(trackKeys && { trackKeys }),
    ...(labelKeys && { labelKeys }),
    ...(Object.keys(given).length > 0 && { filters: given }),
  };
}

export function requestOf(search: ProjectSearch): SearchCall {
  const { query = "", diversify, offset = 0 } = search;
  return {
    ...filtersOf(search),
    query,
    ...(diversify && { diversify }),
    offset,
    limit: pageSize,
    includeDiagnostics: true,
    explain: query !== "",
  };
}

/** The same view with a value of a list added or removed, from its first page. */
export function toggled(search: ProjectSearch, field: ListField, value: string): ProjectSearch {
  const before = search[field] ?? [];
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return withField(search, field, after.length > 0 ? after : undefined);
}

/** The same view with a field set, or removed where the value is undefined; from its first page. */
export function withField<Field extends keyof ProjectSearch>(
  search: ProjectSearch,
  field: Field,
  value: ProjectSearch[Field],
): ProjectSearch {
  const { [field]: _, offset: __, ...rest } = search;
  return (value === undefined ? rest : { ...rest, [field]: value }) as ProjectSearch;
}

/** Only text and paging. */
export const withoutFilters = ({ query, diversify }: ProjectSearch): ProjectSearch => ({
  ...(query && { query }),
  ...(diversify && { diversify }),
});

/** Each chosen filter: a value of a list, or a flag. */
export type ChosenFilter = { field: ListField; value: string } | { field: FlagField; value: null };

export function chosenFilters(search: ProjectFilterSearch): ChosenFilter[] {
  return [
    ...listFields.flatMap((field) => (search[field] ?? []).map((value) => ({ field, value }))),
    ...flagFields.flatMap((field) => (search[field] ? [{ field, value: null }] : [])),
  ];
}
