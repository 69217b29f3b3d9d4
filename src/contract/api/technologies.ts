/** POST /technologies/*: technologies of projects, as detected in their repositories. */
import { z } from "zod";
import { codePoints } from "../values/text.ts";
import { builtWithKinds } from "./built-with.ts";
import { technologyCohortSchema } from "./cohorts.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1);

export const technologyCategorySchema = z.enum(builtWithKinds);

const requestedTechnologySchema = z
  .strictObject({
    category: technologyCategorySchema,
    name: codePoints({ min: 1, max: 100, trim: true }),
  })
  .describe("matched by name, ignoring case and surrounding spaces; the category is echoed");

const cohort = technologyCohortSchema.optional().describe("all projects when omitted");
const topK = z.int().min(1).max(50).default(10);

export const technologyRequestSchema = z.strictObject({ technology: requestedTechnologySchema, cohort });
export type TechnologyRequest = z.infer<typeof technologyRequestSchema>;

export const coUsageRequestSchema = z.strictObject({ technology: requestedTechnologySchema, cohort, topK });
export type CoUsageRequest = z.infer<typeof coUsageRequestSchema>;

export const topTechnologiesRequestSchema = z.strictObject({
  cohort,
  technologyCategory: technologyCategorySchema.optional(),
  topK,
});
export type TopTechnologiesRequest = z.infer<typeof topTechnologiesRequestSchema>;

export const technologySchema = z.object({
  category: technologyCategorySchema,
  name: z.string().describe("in lower case"),
});
export type Technology = z.infer<typeof technologySchema>;

/** Counted over one cohort, or over its part in one hackathon. */
const usage = {
  projects: count,
  projectsWithRepositoryTags: count,
  count: count.describe("projects that use the technology"),
  share: share.describe("count / projects; 0 for none"),
};
export const technologyTotalsSchema = z.object(usage);
export type TechnologyTotals = z.infer<typeof technologyTotalsSchema>;

export const hackathonUsageSchema = z.object({
  hackathon: z.object({ slug: z.string(), name: z.string(), startDate: z.string().nullable() }),
  ...usage,
});
export type HackathonUsage = z.infer<typeof hackathonUsageSchema>;
const hackathons = z.array(hackathonUsageSchema).describe("in chronological order, unknown dates first");

export const technologyCountsResponseSchema = z.object({
  technology: technologySchema,
  totals: technologyTotalsSchema,
  hackathons,
});
export type TechnologyCountsResponse = z.infer<typeof technologyCountsResponseSchema>;

export const technologyTrendsResponseSchema = z.object({ technology: technologySchema, hackathons });
export type TechnologyTrendsResponse = z.infer<typeof technologyTrendsResponseSchema>;

export const coUsageResponseSchema = z.object({
  technology: technologySchema,
  totals: technologyTotalsSchema,
  results: z
    .array(
      z.object({
        technology: technologySchema,
        count: count.describe("projects that use both"),
        share: share.describe("count / projects that use the requested technology"),
        cohortCount: count.describe("projects of the cohort that use this one"),
        lift: z.number().min(0).describe("share / (cohortCount / projects)"),
      }),
    )
    .describe("by count descending, then category, then name"),
});
export type CoUsageResponse = z.infer<typeof coUsageResponseSchema>;

export const topTechnologiesResponseSchema = z.object({
  totals: technologyTotalsSchema.pick({ projects: true, projectsWithRepositoryTags: true }),
  results: z
    .array(z.object({ technology: technologySchema, count, share }))
    .describe("by count descending, then category, then name"),
});
export type TopTechnologiesResponse = z.infer<typeof topTechnologiesResponseSchema>;
