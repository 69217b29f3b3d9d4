/** One line of `import projects`, with the field names of the API. */
import { z } from "zod";
import { isoDateSchema } from "../values/iso-date.ts";
import { slugSchema } from "../values/keys.ts";
import { codePoints, nameText, optionalText } from "../values/text.ts";
import { webUrlSchema } from "../values/web-url.ts";
import { builtWithRecordSchema } from "./built-with-record.ts";

export const prizeRecordSchema = z.object({
  type: nameText(100),
  name: optionalText(300),
  placement: z.int().min(1).nullish(),
  amount: z.number().min(0).nullish(),
  trackName: optionalText(200),
});

const tagList = z.array(z.string().trim().min(1).max(100)).max(10).default([]);
export const tagsRecordSchema = z.object({
  problemTags: tagList,
  solutionTags: tagList,
  primitives: tagList,
  techStack: tagList,
  targetUsers: tagList,
});

/** Longer text is truncated. */
export const MAX_EVIDENCE_TEXT = 12_000;

const evidenceSummaryRecordSchema = z.object({
  text: z.string().describe(`Truncated after ${MAX_EVIDENCE_TEXT} characters.`),
  truncated: z.boolean().default(false),
  sourceUrl: webUrlSchema.nullish(),
  sourceRevision: codePoints({ max: 200 }).default(""),
  sourceCapturedAt: isoDateSchema.nullish(),
  generatedAt: isoDateSchema.nullish(),
  sourceInferred: z.boolean().default(false),
  evidenceId: optionalText(200),
  extractorVersion: codePoints({ max: 100 }).default("import"),
});

export const linkNames = ["github", "demo", "presentation", "technicalDemo", "twitter", "colosseum"] as const;

const linkSchema = webUrlSchema.nullish();

export const projectRecordSchema = z.object({
  slug: nameText(200).describe("Unique in the corpus; any text, URL-encoded in paths."),
  name: nameText(300),
  oneLiner: optionalText(2_000),
  description: optionalText(200_000),
  hackathon: z
    .object({ slug: slugSchema, name: nameText(200).optional(), startDate: isoDateSchema.nullish() })
    .nullish(),
  tracks: z
    .array(nameText(200))
    .max(50)
    .optional()
    .describe("Names of the prize tracks that the project entered, not of the track it won."),
  labels: z
    .array(nameText(200))
    .max(50)
    .optional()
    .describe("Names of the submission labels that the project chose, at an event without prize tracks."),
  trackClassification: z.enum(["prize_tracks", "submission_labels", "ambiguous"]).optional(),
  award: z.enum(["winner", "honorable_mention"]).nullish(),
  prize: prizeRecordSchema.nullish(),
  prizes: z.array(prizeRecordSchema).max(50).optional(),
  links: z
    .object({
      github: linkSchema,
      demo: linkSchema,
      presentation: linkSchema,
      technicalDemo: linkSchema,
      twitter: linkSchema,
      colosseum: linkSchema,
      repoPublic: z.boolean().optional(),
    })
    .optional(),
  team: z
    .object({
      count: z.int().min(0).max(1_000).nullish(),
      members: z
        .array(
          z.object({
            displayName: optionalText(200),
            username: optionalText(200),
            githubHandle: optionalText(200),
            twitterHandle: optionalText(200),
          }),
        )
        .max(100)
        .optional(),
    })
    .optional(),
  accelerator: z
    .object({
      companySlug: optionalText(200),
      companyName: optionalText(200),
      batchKey: z.string().regex(/^accelerator\/[a-z0-9-]+$/, "must look like accelerator/<batch-slug>"),
      batchName: nameText(200),
    })
    .nullish(),
  tags: tagsRecordSchema.nullish(),
  categories: z
    .object({
      version: codePoints({ max: 50 }).optional(),
      primaryKey: slugSchema,
      secondaryKey: slugSchema.nullish(),
      confidence: z.enum(["high", "medium", "low"]).default("high"),
    })
    .nullish(),
  builtWith: builtWithRecordSchema.nullish(),
  evidenceSummaries: z
    .object({
      repoSummary: evidenceSummaryRecordSchema.nullish(),
      pitchSummary: evidenceSummaryRecordSchema.nullish(),
      demoSummary: evidenceSummaryRecordSchema.nullish(),
    })
    .optional(),
  metrics: z
    .object({
      updatesCount: z.int().min(0).optional(),
      likesCount: z.int().min(0).optional(),
      commentsCount: z.int().min(0).optional(),
    })
    .optional(),
  isUniversityProject: z.boolean().nullish(),
  isSolanaMobile: z.boolean().nullish(),
  createdAt: isoDateSchema.nullish(),
});
export type ProjectRecord = z.infer<typeof projectRecordSchema>;
