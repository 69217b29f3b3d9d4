/** POST /search/archives and GET /archives/:documentId. */
import { z } from "zod";
import { maxArchiveOffset } from "../values/bounds.ts";
import { uuidSchema } from "../values/keys.ts";
import { codePoints, filterList, queryInteger } from "../values/text.ts";
import { explainSchema, explanationSchema } from "./explanation.ts";

const count = z.int().min(0);
const nullableText = z.string().nullable();

export const searchIntentSchema = z.enum(["docs", "ideation"]);
export type SearchIntent = z.infer<typeof searchIntentSchema>;

/** Broader recall reads more chunks of each document. */
const chunksByIntent: Record<SearchIntent, number> = { docs: 2, ideation: 3 };

export const searchArchivesRequestSchema = z
  .object({
    query: codePoints({ min: 1, max: 500, trim: true }).describe("3 to 6 focused keywords work best"),
    sources: filterList(z.string(), { max: 20 }).describe("source keys of GET /filters"),
    limit: z.int().min(1).max(10).default(5).describe("at most this many documents"),
    offset: z.int().min(0).max(maxArchiveOffset).default(0).describe("counts documents, not passages"),
    maxChunksPerDoc: z
      .int()
      .min(1)
      .max(4)
      .optional()
      .meta({ default: 2, description: "3 by default with intent ideation" }),
    maxDocsPerSource: z.int().min(0).max(10).default(3).describe("0 means unlimited"),
    intent: searchIntentSchema.default("docs").describe("docs for precision, ideation for broader recall"),
    minSimilarity: z.number().min(0).max(1).default(0.2),
    explain: explainSchema,
  })
  .transform((request) => ({
    ...request,
    maxChunksPerDoc: request.maxChunksPerDoc ?? chunksByIntent[request.intent],
  }));
export type SearchArchivesRequest = z.infer<typeof searchArchivesRequestSchema>;

const otherDocument = z.object({
  documentId: uuidSchema,
  title: z.string(),
  source: z.string(),
  url: nullableText,
});

const machineSummarySchema = z
  .object({ of: nullableText.describe("author of the text that is summarised") })
  .describe("the text is a summary that a machine wrote, not its author's words; author is null");
export type MachineSummary = z.infer<typeof machineSummarySchema>;

export const archiveSearchResultSchema = z.object({
  documentId: uuidSchema,
  title: z.string(),
  author: nullableText,
  machineSummary: machineSummarySchema.optional(),
  source: z.string(),
  url: nullableText,
  publishedAt: nullableText,
  similarity: z.number(),
  snippet: codePoints({ max: 240 }),
  chunkIndex: z.int().min(0),
  alsoIn: z
    .array(otherDocument)
    .min(1)
    .optional()
    .describe("documents of other sources with nearly the same text; they are not listed on their own"),
  sameThread: z
    .array(otherDocument)
    .min(1)
    .max(10)
    .optional()
    .describe("other posts of its thread that were found, best first; they are not listed on their own"),
  explanation: explanationSchema.optional().describe("with explain"),
});
export type ArchiveSearchResult = z.infer<typeof archiveSearchResultSchema>;

export const searchTierSchema = z.enum(["vector", "chunk_text", "doc_text"]);
export type SearchTier = z.infer<typeof searchTierSchema>;

export const searchArchivesResponseSchema = z.object({
  results: z.array(archiveSearchResultSchema),
  filtersApplied: z.object({ sources: z.array(z.string()).optional() }),
  searchTier: searchTierSchema,
  totalFound: count.describe("matching documents"),
  totalMatched: count.describe("matched before the cap per source"),
  hasMore: z.boolean(),
  queryExpanded: z
    .string()
    .optional()
    .describe("the query as searched, where misspelt words were replaced or synonyms added"),
});
export type SearchArchivesResponse = z.infer<typeof searchArchivesResponseSchema>;

export const documentParamsSchema = z.object({ documentId: uuidSchema });
export const documentQuerySchema = z.object({
  offset: queryInteger({ min: 0, fallback: 0 }).describe("character offset"),
  maxChars: queryInteger({ min: 200, max: 20_000, fallback: 8_000 }),
});

export const archiveDocumentPageSchema = z.object({
  documentId: uuidSchema,
  title: z.string(),
  author: nullableText,
  machineSummary: machineSummarySchema.optional(),
  source: z.string(),
  url: nullableText,
  publishedAt: nullableText,
  language: z
    .string()
    .optional()
    .describe(
      "of the text, a BCP 47 tag: as its source states it, else as detected; absent if it is unknown",
    ),
  content: z.string().describe("the slice"),
  restricted: z.boolean().describe("content truncated for licensing reasons"),
  isExcerpt: z.boolean(),
  excerptNote: z.string().optional(),
  offset: count,
  maxChars: count,
  totalChars: count,
  nextOffset: count.nullable(),
  hasMore: z.boolean(),
});
export type ArchiveDocumentPage = z.infer<typeof archiveDocumentPageSchema>;
