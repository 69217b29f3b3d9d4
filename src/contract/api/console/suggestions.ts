/** Sources suggested by members, as administrators review them. */
import { z } from "zod";
import { remoteConnectorSchema } from "../../records/connector-record.ts";
import { sourceRecordSchema } from "../../records/source-record.ts";
import { codePoints, queryInteger } from "../../values/text.ts";

const suggestionStates = ["open", "approved", "declined"] as const;

export const suggestionSchema = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string().nullable(),
  reason: z.string().nullable(),
  from: z.string().nullable().describe("the member's address; null once the member is removed"),
  createdAt: z.string(),
  state: z.enum(suggestionStates),
  decidedAt: z.string().nullable(),
  sourceKey: z.string().nullable().describe("key of the approved source"),
  declineReason: z.string().nullable(),
  proposed: z.object({ key: z.string(), label: z.string() }).describe("defaults of an approval"),
});

export const listSuggestionsQuerySchema = z.object({
  state: z.enum([...suggestionStates, "all"]).default("open"),
  offset: queryInteger({ min: 0, fallback: 0 }),
  limit: queryInteger({ min: 1, max: 100, fallback: 50 }),
});
export const listSuggestionsResponseSchema = z.object({
  suggestions: z.array(suggestionSchema).describe("newest first"),
  total: z.int().min(0).describe("in this state, on all pages"),
});

export const reviewParamsSchema = z.object({ id: codePoints({ min: 1, max: 64 }) });

export const approveSuggestionRequestSchema = sourceRecordSchema
  .omit({ url: true })
  .extend({ connector: remoteConnectorSchema.nullish() })
  .partial()
  .describe("changes to the proposal");
export const approveSuggestionResponseSchema = z.object({
  message: z.string(),
  source: z.object({ key: z.string(), label: z.string(), url: z.string() }),
});

export const declineSuggestionRequestSchema = z.object({
  reason: codePoints({ min: 1, max: 500, trim: true }),
});
