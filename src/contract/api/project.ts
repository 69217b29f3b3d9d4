/** One project: as a search result, and in full. */
import { z } from "zod";
import { codePoints } from "../values/text.ts";
import { compactBuiltWithSchema, repositoryTagsSchema } from "./built-with.ts";
import { projectEvidenceSchema } from "./evidence.ts";
import { explanationSchema } from "./explanation.ts";
import {
  acceleratorSchema,
  awardSchema,
  clusterRefSchema,
  hackathonRefSchema,
  linksSchema,
  prizeSchema,
  projectCategoriesSchema,
  projectFreshnessSchema,
  tagsSchema,
  trackClassificationSchema,
  trackRefSchema,
} from "./shared.ts";

const nullableText = z.string().nullable();
const count = z.int().min(0);

export const projectSearchResultSchema = z.object({
  slug: z.string(),
  name: z.string(),
  oneLiner: nullableText,
  similarity: z.number().describe("comparable only within one result set"),
  hackathon: hackathonRefSchema,
  tracks: z.array(trackRefSchema).describe("prize tracks entered, not the track won"),
  labels: z.array(z.string()),
  trackClassification: trackClassificationSchema,
  award: awardSchema.nullable(),
  links: linksSchema,
  evidence: z.array(z.string()).max(2).describe("snippets showing why the project matched"),
  prize: prizeSchema.nullable(),
  metrics: z.object({
    updatesCount: count,
    likesCount: count.optional(),
    commentsCount: count.optional(),
  }),
  team: z.object({ count }),
  crowdedness: count.nullable().describe("number of projects in the same cluster"),
  tags: tagsSchema.nullable(),
  cluster: clusterRefSchema.nullable(),
  accelerator: acceleratorSchema.nullable(),
  builtWith: compactBuiltWithSchema.nullable().optional(),
  categories: projectCategoriesSchema.nullable().optional(),
  corpusRevision: z.string().optional(),
  freshness: projectFreshnessSchema.optional(),
  explanation: explanationSchema.optional().describe("with explain"),
});
export type ProjectSearchResult = z.infer<typeof projectSearchResultSchema>;

export const teamMemberSchema = z.object({
  displayName: nullableText,
  username: nullableText,
  githubHandle: nullableText,
  twitterHandle: nullableText,
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

export const projectDetailsSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: nullableText,
  oneLiner: nullableText,
  hackathon: hackathonRefSchema,
  tracks: z.array(trackRefSchema),
  labels: z.array(z.string()),
  trackClassification: trackClassificationSchema,
  award: awardSchema.nullable(),
  links: linksSchema,
  team: z.object({ count, members: z.array(teamMemberSchema) }),
  isWinner: z.boolean().describe("false for honorable mentions"),
  accelerator: acceleratorSchema.nullable(),
  createdAt: z.string(),
  tags: tagsSchema.nullable(),
  cluster: clusterRefSchema.nullable(),
  metrics: z.object({ updatesCount: count }).nullable(),
  prize: prizeSchema.nullable(),
  builtWith: repositoryTagsSchema.nullable().optional(),
  categories: projectCategoriesSchema.nullable().optional(),
  evidenceSummaries: projectEvidenceSchema.optional(),
  corpusRevision: z.string().optional(),
  freshness: projectFreshnessSchema.optional(),
});
export type ProjectDetails = z.infer<typeof projectDetailsSchema>;

export const projectParamsSchema = z.object({
  slug: codePoints({ min: 1 }).describe("the project's slug, URL-encoded"),
});
