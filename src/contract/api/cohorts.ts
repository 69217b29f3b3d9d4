/** Cohorts: the projects to analyze. `{}` is all of them. */
import { z } from "zod";
import { batchKeySchema, categoryKeySchema, clusterKeySchema, trackKeySchema } from "../values/keys.ts";
import { codePoints, filterList, integerSchema } from "../values/text.ts";

const cohortFields = {
  hackathons: filterList(codePoints({ min: 1 }), { max: 10 }).describe("hackathon slugs"),
  trackKeys: filterList(trackKeySchema, { max: 10 }),
  winnersOnly: z.boolean().optional().describe("excludes honorable mentions"),
  acceleratorOnly: z.boolean().optional(),
  acceleratorBatchKeys: filterList(batchKeySchema, { max: 10 }),
  prizePlacements: filterList(integerSchema, { max: 10 }),
  clusterKeys: filterList(clusterKeySchema, { max: 10 }),
};

/** One side of a comparison. */
export const cohortDefinitionSchema = z.strictObject(cohortFields);
export type CohortDefinition = z.infer<typeof cohortDefinitionSchema>;

const categoryFields = {
  categoryKeys: filterList(categoryKeySchema, { min: 1, max: 10 }).describe("matches any listed key"),
  includeSecondaryCategories: z
    .boolean()
    .default(false)
    .describe("also match a project's second category; counts can then overlap"),
};

/** The cohort of `/analyze`. */
export const cohortSchema = z.strictObject({ ...cohortFields, ...categoryFields });
export type Cohort = z.infer<typeof cohortSchema>;

/** The cohort of the technology operations. */
export const technologyCohortSchema = z
  .strictObject({
    hackathonSlugs: filterList(
      codePoints({ min: 1 }).regex(/^[a-z0-9-]+$/, "must be lower-case letters, digits and hyphens"),
      { min: 1, max: 20 },
    ),
    winnersOnly: z.boolean().default(false).describe("excludes honorable mentions unless they are included"),
    includeHonorableMentions: z.boolean().default(false).describe("requires winnersOnly"),
    ...categoryFields,
  })
  .transform((cohort, context) => {
    if (cohort.includeHonorableMentions && !cohort.winnersOnly) {
      context.issues.push({
        code: "custom",
        path: ["includeHonorableMentions"],
        message: "requires winnersOnly: send winnersOnly true as well, or leave it out",
        input: cohort.includeHonorableMentions,
      });
    }
    return cohort;
  });
export type TechnologyCohort = z.infer<typeof technologyCohortSchema>;
