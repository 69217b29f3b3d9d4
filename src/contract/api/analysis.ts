/** POST /analyze and POST /compare: how a cohort is distributed, and how two cohorts differ. */
import { z } from "zod";
import { choiceList } from "../values/text.ts";
import { cohortDefinitionSchema, cohortSchema } from "./cohorts.ts";
import { facetBucketSchema, totalsSchema } from "./shared.ts";

/** All categories and the two special keys fit into one response. */
const topKWithCategories = 43;
const maxTopK = 20;

export const compareDimensions = [
  "clusters",
  "tracks",
  "problemTags",
  "solutionTags",
  "primitives",
  "techStack",
  "targetUsers",
] as const;
export const compareDimensionSchema = z.enum(compareDimensions);
export type CompareDimension = z.infer<typeof compareDimensionSchema>;

export const analyzeDimensionSchema = z.enum(["categories", ...compareDimensions]);
export type AnalyzeDimension = z.infer<typeof analyzeDimensionSchema>;

const share = z.number().min(0).max(1);
const count = z.int().min(0);

export const requestedAnalysisSchema = z.strictObject({
  cohort: cohortSchema,
  dimensions: choiceList(analyzeDimensionSchema),
  topK: z
    .int()
    .min(1)
    .max(topKWithCategories)
    .default(10)
    .describe("at most 20, or 43 when categories are among the dimensions"),
  samplePerBucket: z.int().min(0).max(5).default(2),
});

export const analyzeRequestSchema = requestedAnalysisSchema.transform(checkTopK);
export type AnalyzeRequest = z.infer<typeof analyzeRequestSchema>;

export function checkTopK<Request extends z.output<typeof requestedAnalysisSchema>>(
  request: Request,
  context: z.core.$RefinementCtx<Request>,
): Request {
  const { topK, dimensions } = request;
  if (topK > maxTopK && !dimensions.includes("categories")) {
    context.issues.push({
      code: "too_big",
      path: ["topK"],
      origin: "number",
      maximum: maxTopK,
      inclusive: true,
      input: topK,
      message: `at most ${maxTopK}, got ${topK}; up to ${topKWithCategories} only when dimensions include categories`,
    });
  }
  return request;
}

export const analyzeBucketSchema = facetBucketSchema.extend({
  share: share.describe("count / totals.projects; 0 for an empty cohort"),
});
export type AnalyzeBucket = z.infer<typeof analyzeBucketSchema>;

export const analyzeResponseSchema = z.object({
  categoryCountsOverlap: z
    .boolean()
    .optional()
    .describe("with categories: whether second categories are counted too"),
  totals: totalsSchema,
  buckets: z
    .partialRecord(analyzeDimensionSchema, z.array(analyzeBucketSchema))
    .describe("by count descending, then key"),
});
export type AnalyzeResponse = z.infer<typeof analyzeResponseSchema>;

export const compareRequestSchema = z.strictObject({
  cohortA: cohortDefinitionSchema,
  cohortB: cohortDefinitionSchema,
  dimensions: choiceList(compareDimensionSchema),
  topK: z.int().min(1).max(maxTopK).default(10),
});
export type CompareRequest = z.infer<typeof compareRequestSchema>;

const examples = z.array(z.string()).max(2).describe("project slugs");

export const compareRowSchema = z.object({
  key: z.string(),
  label: z.string(),
  countA: count,
  shareA: share,
  countB: count,
  shareB: share,
  lift: z
    .number()
    .min(0)
    .describe(
      "shareA / shareB, 1 meaning no difference; where countB is 0, shareB is taken as half a project's share; 0 when both are 0 or cohort B is empty",
    ),
  delta: z.number().min(-1).max(1).describe("shareA − shareB"),
  examplesA: examples,
  examplesB: examples,
});
export type CompareRow = z.infer<typeof compareRowSchema>;

export const compareResponseSchema = z.object({
  totalsA: totalsSchema,
  totalsB: totalsSchema,
  results: z
    .partialRecord(compareDimensionSchema, z.array(compareRowSchema))
    .describe("by countA + countB descending, then key"),
});
export type CompareResponse = z.infer<typeof compareResponseSchema>;
