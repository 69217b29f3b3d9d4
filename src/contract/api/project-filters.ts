/** The `filters` object of project search. */
import { z } from "zod";
import { batchKeySchema, categoryKeySchema, clusterKeySchema } from "../values/keys.ts";
import { filterList, integerSchema } from "../values/text.ts";
import { builtWithFiltersSchema } from "./built-with.ts";

const strings = filterList(z.string(), { max: 10 });

const requestedFiltersSchema = z.strictObject({
  categoryKeys: filterList(categoryKeySchema, { min: 1, max: 10 }).describe("matches any listed key"),
  includeSecondaryCategories: z
    .boolean()
    .optional()
    .describe("also match a project's second category, false when left out; counts can then overlap"),
  builtWith: builtWithFiltersSchema.optional(),
  winnersOnly: z.boolean().optional().describe("excludes honorable mentions"),
  acceleratorOnly: z.boolean().optional(),
  acceleratorBatchKeys: filterList(batchKeySchema, { max: 10 }),
  prizePlacements: filterList(integerSchema, { max: 10 }),
  prizeTypes: strings,
  isUniversityProject: z.boolean().optional(),
  isSolanaMobile: z.boolean().optional().describe("mobile-device projects"),
  isChainMobile: z.boolean().optional().describe("alias of isSolanaMobile; give only one of the two"),
  techStack: strings,
  primitives: strings,
  problemTags: strings,
  solutionTags: strings,
  targetUsers: strings,
  clusterKeys: filterList(clusterKeySchema, { max: 10 }),
});

/** The object without its undefined members; undefined when empty. */
export function withoutBlanks<T extends object>(value: T | undefined): T | undefined {
  if (value === undefined) return undefined;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T);
}

/** Normalizes the request: resolves the alias, removes empty lists and objects. */
export const projectFiltersSchema = requestedFiltersSchema.transform(
  ({ isChainMobile, ...filters }, context) => {
    if (isChainMobile !== undefined && filters.isSolanaMobile !== undefined) {
      context.issues.push({
        code: "custom",
        path: ["isChainMobile"],
        message: "means the same as isSolanaMobile; send only one of the two",
        input: isChainMobile,
      });
    }
    return {
      ...filters,
      builtWith: withoutBlanks(filters.builtWith),
      isSolanaMobile: filters.isSolanaMobile ?? isChainMobile,
    };
  },
);
/** Normalized filters for research; every member is optional, no list is empty. */
export type ProjectFilters = z.infer<typeof projectFiltersSchema>;
