/**
 * The native import record: one JSON object per line, with the API's own field names.
 * Importers read these; the catalog keeps them. `docs/import.md` explains each field.
 */
import { z } from "zod";
import { webUrlSchema } from "../values/web-url.ts";

const text = (max: number) => z.string().max(max);
/** A name: not empty, and not only white space. */
export const nameText = (max: number) => z.string().trim().min(1).max(max);
export const optionalText = (max: number) => z.string().max(max).nullish();
const ISO_DATE = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;
const DATE_RULE = "must be an ISO 8601 date such as 2024-05-31 or 2024-05-31T12:00:00Z";
export const isoDate = z
  .string()
  .regex(ISO_DATE, { message: DATE_RULE, abort: true })
  .refine(isRealDate, DATE_RULE);

/** Whether the calendar has this day: JavaScript itself reads 30 February as 1 March. */
function isRealDate(value: string): boolean {
  if (Number.isNaN(Date.parse(value))) return false;
  const [year, month = 1, day = 1] = value.slice(0, 10).split("-").map(Number);
  return day <= new Date(Date.UTC(year!, month, 0)).getUTCDate();
}

/** A slug of ours: lower-case letters, digits and hyphens. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters, digits and single hyphens")
  .max(100);

export const hackathonRecordSchema = z.object({
  slug: slugSchema,
  name: nameText(200).optional(),
  startDate: isoDate.nullish(),
  submissionDeadline: isoDate.nullish(),
  winnerAnnouncementDate: isoDate.nullish(),
  current: z.boolean().optional(),
  tracks: z.array(z.object({ slug: slugSchema, name: nameText(200) })).optional(),
  labels: z.array(z.object({ slug: slugSchema, name: nameText(200) })).optional(),
});
export type HackathonRecord = z.infer<typeof hackathonRecordSchema>;

export const sourceKinds = [
  "essays",
  "research",
  "protocol",
  "governance",
  "talks",
  "security",
  "forum",
  "other",
] as const;
/** How much of its documents callers may read: everything, or at most 1,000 characters of each. */
export const sourceAccesses = ["open", "excerpt"] as const;

export const sourceRecordSchema = z.object({
  key: slugSchema,
  label: nameText(200),
  kind: z.enum(sourceKinds).default("other"),
  access: z.enum(sourceAccesses).default("open"),
  licenceNote: optionalText(1000),
  url: webUrlSchema.nullish().describe("Where it is read from: kept for whoever fetches its documents."),
});
export type SourceRecord = z.infer<typeof sourceRecordSchema>;

export const prizeRecordSchema = z.object({
  type: nameText(100),
  name: optionalText(300),
  placement: z.int().min(1).nullish(),
  amount: z.number().min(0).nullish(),
  trackName: optionalText(200),
});

const toolName = z.string().trim().min(1).max(100);
const repositoryTagSchema = z.object({
  name: toolName,
  version: z.string().min(1).max(100).optional(),
  confidence: z.number().min(0).max(1).optional(),
  evidence: z.string().max(120).optional(),
});
const repositoryTags = z.array(repositoryTagSchema).max(100).default([]);
export const builtWithRecordSchema = z.object({
  schemaVersion: z.literal(1).default(1),
  languages: repositoryTags,
  frameworks: repositoryTags,
  chains: z
    .array(
      repositoryTagSchema.extend({
        network: z.enum(["mainnet", "devnet", "testnet", "localnet", "unknown"]).optional(),
      }),
    )
    .max(100)
    .default([]),
  protocols: repositoryTags,
  services: repositoryTags,
  tooling: repositoryTags,
  standards: repositoryTags,
});

const tagList = z.array(z.string().trim().min(1).max(100)).max(10).default([]);
export const tagsRecordSchema = z.object({
  problemTags: tagList,
  solutionTags: tagList,
  primitives: tagList,
  techStack: tagList,
  targetUsers: tagList,
});

const evidenceSummaryRecordSchema = z.object({
  text: text(12_000),
  truncated: z.boolean().default(false),
  sourceUrl: z.url().nullish(),
  sourceRevision: text(200).default(""),
  sourceCapturedAt: isoDate.nullish(),
  generatedAt: isoDate.nullish(),
  sourceInferred: z.boolean().default(false),
  evidenceId: optionalText(200),
  extractorVersion: text(100).default("import"),
});

export const projectRecordSchema = z.object({
  slug: nameText(200).describe("Unique in the corpus; any text, URL-encoded in addresses."),
  name: nameText(300),
  oneLiner: optionalText(2_000),
  description: optionalText(200_000),
  hackathon: z
    .object({ slug: slugSchema, name: nameText(200).optional(), startDate: isoDate.nullish() })
    .nullish(),
  tracks: z
    .array(nameText(200))
    .max(50)
    .optional()
    .describe("Names of the prize tracks the project entered, not of the one it won."),
  labels: z
    .array(nameText(200))
    .max(50)
    .optional()
    .describe("Names of the submission labels it chose, at an event without prize tracks."),
  trackClassification: z.enum(["prize_tracks", "submission_labels", "ambiguous"]).optional(),
  award: z.enum(["winner", "honorable_mention"]).nullish(),
  prize: prizeRecordSchema.nullish(),
  prizes: z.array(prizeRecordSchema).max(50).optional(),
  links: z
    .object({
      github: optionalText(2_000),
      demo: optionalText(2_000),
      presentation: optionalText(2_000),
      technicalDemo: optionalText(2_000),
      twitter: optionalText(2_000),
      colosseum: optionalText(2_000),
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
      version: text(50).optional(),
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
  createdAt: isoDate.nullish(),
});
export type ProjectRecord = z.infer<typeof projectRecordSchema>;

export const documentRecordSchema = z.object({
  documentId: z
    .uuid()
    .optional()
    .describe("Without it, an id is derived from source and url, or from source, title, author and date."),
  source: slugSchema.describe("Key of the source; one that is not declared is made, open."),
  sourceLabel: text(200).optional(),
  title: nameText(1_000),
  author: optionalText(500),
  url: optionalText(2_000),
  publishedAt: isoDate.nullish(),
  content: text(10_000_000),
});
export type DocumentRecord = z.infer<typeof documentRecordSchema>;
