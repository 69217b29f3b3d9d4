/** Schemas shared by several resources. Field meanings are defined in the specification. */
import { z } from "zod";
import { batchKeySchema, categoryKeySchema, clusterKeySchema, trackKeySchema } from "../values/keys.ts";

const nullableText = z.string().nullable();

export const hackathonRefSchema = z.object({ name: z.string(), slug: z.string(), startDate: z.string() });
export type HackathonRef = z.infer<typeof hackathonRefSchema>;

export const trackRefSchema = z.object({ name: z.string(), key: trackKeySchema });
export type TrackRef = z.infer<typeof trackRefSchema>;

export const linksSchema = z.object({
  github: nullableText,
  demo: nullableText,
  presentation: nullableText,
  technicalDemo: nullableText,
  twitter: nullableText,
  colosseum: nullableText,
  repoPublic: z.boolean().optional(),
});
export type Links = z.infer<typeof linksSchema>;

export const prizeSchema = z.object({
  type: z.string(),
  name: nullableText,
  placement: z.int().nullable(),
  amount: z.number().nullable(),
  trackName: nullableText,
});
export type Prize = z.infer<typeof prizeSchema>;

export const acceleratorSchema = z.object({
  companySlug: nullableText,
  companyName: nullableText,
  batchKey: batchKeySchema,
  batchName: z.string(),
});
export type Accelerator = z.infer<typeof acceleratorSchema>;

export const clusterRefSchema = z.object({ key: clusterKeySchema, label: z.string() });
export type ClusterRef = z.infer<typeof clusterRefSchema>;

const tagList = z.array(z.string()).max(10);
export const tagsSchema = z.object({
  problemTags: tagList,
  solutionTags: tagList,
  primitives: tagList,
  techStack: tagList,
  targetUsers: tagList,
});
export type Tags = z.infer<typeof tagsSchema>;

/** A project's category. `confidence` measures how clearly it fits, not how good it is. */
export const projectCategoriesSchema = z.object({
  version: z.string(),
  primaryKey: categoryKeySchema,
  secondaryKey: categoryKeySchema.nullable(),
  confidence: z.enum(["high", "medium", "low"]),
});
export type ProjectCategories = z.infer<typeof projectCategoriesSchema>;

export const trackClassificationSchema = z.enum(["prize_tracks", "submission_labels", "ambiguous"]);
export type TrackClassification = z.infer<typeof trackClassificationSchema>;

export const awardSchema = z.enum(["winner", "honorable_mention"]);
export type Award = z.infer<typeof awardSchema>;

export const facetBucketSchema = z.object({
  key: z.string(),
  label: z.string(),
  count: z.int().min(0),
  sampleProjectSlugs: z.array(z.string()),
});
export type FacetBucket = z.infer<typeof facetBucketSchema>;

export const yearSchema = z
  .int()
  .nullable()
  .describe("in which the hackathon started (UTC); null, and last, where it is unknown");

export const totalsSchema = z.object({ projects: z.int().min(0), winners: z.int().min(0) });
export type Totals = z.infer<typeof totalsSchema>;

/** Times are ISO 8601 instants in UTC; null before the first import or without an embedder. */
export const projectFreshnessSchema = z.object({
  projectsSyncedAt: z.iso.datetime({ offset: true }).nullable(),
  embeddingsVersion: nullableText,
  archiveIngestedAt: z.iso.datetime({ offset: true }).nullable(),
});
export type ProjectFreshness = z.infer<typeof projectFreshnessSchema>;
