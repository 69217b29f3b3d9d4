/** POST /search/projects: request and response. */
import { z } from "zod";
import { maxFacetBuckets } from "../values/bounds.ts";
import { labelKeySchema, trackKeySchema } from "../values/keys.ts";
import { choiceList, codePoints, filterList, integerSchema } from "../values/text.ts";
import { explainSchema } from "./explanation.ts";
import { projectSearchResultSchema } from "./project.ts";
import { projectFiltersSchema, withoutBlanks } from "./project-filters.ts";
import { facetBucketSchema } from "./shared.ts";

export const facetDimensions = [
  "categories",
  "hackathons",
  "tracks",
  "labels",
  "clusters",
  "prizes",
  "problemTags",
  "solutionTags",
  "primitives",
  "techStack",
] as const;
export const facetDimensionSchema = z.enum(facetDimensions);
export type FacetDimension = z.infer<typeof facetDimensionSchema>;

const count = z.int().min(0);
const topK = 20;

export const requestedSearchSchema = z.strictObject({
  query: codePoints({ max: 500, trim: true }).default("").describe("omit for filter-only browsing"),
  hackathons: filterList(codePoints({ min: 1 }), { max: 10 }).describe("hackathon slugs"),
  trackKeys: filterList(trackKeySchema, { max: 10 }),
  labelKeys: filterList(labelKeySchema, { max: 10 }).describe("cannot be combined with trackKeys"),
  limit: z.int().min(1).max(25).default(10),
  offset: integerSchema.min(0).default(0).describe("applied after ranking"),
  filters: projectFiltersSchema.optional(),
  diversify: z.boolean().default(false).describe("spread results across hackathons, tracks and clusters"),
  includeFacets: z.boolean().default(false),
  facets: choiceList(facetDimensionSchema).optional().describe("all ten when omitted"),
  facetTopK: z
    .int()
    .min(1)
    .max(maxFacetBuckets)
    .default(8)
    .describe("at most 20, or 43 when includeFacets is true and categories are among the facets"),
  includeDiagnostics: z.boolean().default(false),
  explain: explainSchema,
});

/** Normalized request: `facets` lists the requested facets, and is empty when none were requested. */
export const searchProjectsRequestSchema = requestedSearchSchema.transform(settleSearch);
export type SearchProjectsRequest = z.infer<typeof searchProjectsRequestSchema>;

type RequestedSearch = Omit<z.output<typeof requestedSearchSchema>, "limit" | "offset">;

/** Checks what depends on several fields, and settles the facets and filters. */
export function settleSearch<Request extends RequestedSearch>(
  request: Request,
  context: z.core.$RefinementCtx<Request>,
) {
  const { includeFacets, facetTopK, trackKeys, labelKeys } = request;
  const facets: FacetDimension[] = includeFacets ? (request.facets ?? [...facetDimensions]) : [];
  if (facetTopK > topK && !facets.includes("categories")) {
    context.issues.push({
      code: "too_big",
      path: ["facetTopK"],
      origin: "number",
      maximum: topK,
      inclusive: true,
      input: facetTopK,
      message: `at most ${topK}, got ${facetTopK}; up to ${maxFacetBuckets} only when includeFacets is true and facets include categories`,
    });
  }
  if (trackKeys && labelKeys) {
    context.issues.push({
      code: "custom",
      path: ["labelKeys"],
      message: "cannot be combined with trackKeys; send one of the two",
      input: labelKeys,
    });
  }
  return { ...request, facets, filters: withoutBlanks(request.filters) };
}

export const searchModeSchema = z.enum(["vector", "text", "hybrid", "filters"]);
export type SearchMode = z.infer<typeof searchModeSchema>;

export const searchDiagnosticsSchema = z.object({
  modeUsed: searchModeSchema,
  fallbackUsed: z.boolean(),
  fallbackReason: z.string().optional(),
  vectorCandidates: count,
  textCandidates: count,
  tagCandidates: count,
  diversityDropped: count,
  missingVectorProjects: count.optional(),
  missingVectorMatches: count.optional(),
  totalFoundIsEstimate: z.boolean(),
  queryExpanded: z.string(),
  effectiveFilters: z.record(z.string(), z.unknown()),
});
export type SearchDiagnostics = z.infer<typeof searchDiagnosticsSchema>;

export const searchProjectsResponseSchema = z.object({
  results: z.array(projectSearchResultSchema).max(25),
  filtersApplied: z
    .object({
      hackathons: z.array(z.string()).optional(),
      trackKeys: z.array(z.string()).optional(),
      labelKeys: z.array(z.string()).optional(),
      filters: z.record(z.string(), z.unknown()).optional(),
    })
    .describe("echo of the applied values"),
  totalFound: count.describe("exact with an empty query; with a text query it only supports paging"),
  hasMore: z.boolean(),
  categoryCountsOverlap: z.boolean().optional(),
  facets: z.partialRecord(facetDimensionSchema, z.array(facetBucketSchema)).optional(),
  diagnostics: searchDiagnosticsSchema.optional(),
});
export type SearchProjectsResponse = z.infer<typeof searchProjectsResponseSchema>;
