/** Sources of the archive, as administrators declare and read them. */
import { z } from "zod";
import { connectorRecordSchema, remoteConnectorSchema } from "../../records/connector-record.ts";
import { sourceAccesses, sourceRecordSchema } from "../../records/source-record.ts";
import { sourceKeySchema } from "../../values/keys.ts";

const count = z.int().min(0);

const sourceRunSchema = z.object({
  id: z.int(),
  startedAt: z.string(),
  finishedAt: z.string().nullable().describe("null: running, or its process was killed"),
  outcome: z.enum(["running", "complete", "unchanged", "held", "failed", "interrupted"]),
  message: z.string().nullable().describe("why it failed, or is held"),
  counts: z.object({
    listed: count.describe("items, like read, failed and skipped; the others are documents"),
    read: count,
    added: count,
    updated: count,
    unchanged: count,
    withdrawn: count,
    failed: count,
    skipped: count,
  }),
  problems: z
    .array(z.object({ item: z.string(), message: z.string() }))
    .describe("the first items that could not be read"),
});

export const sourceEntrySchema = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.string(),
  access: z.enum(sourceAccesses),
  licenceNote: z.string().nullable(),
  machineSummaries: z.boolean().describe("whether its documents are summaries that a machine wrote"),
  url: z.string().nullable(),
  connector: connectorRecordSchema.nullable().describe("null: its documents are only imported"),
  isLocal: z.boolean().describe("whether its connector reads files of the service's machine"),
  refresh: z.string().nullable().describe("as declared; null: the default"),
  documents: count.describe("in the catalog"),
  languages: z
    .array(z.object({ language: z.string(), documents: count }))
    .describe(
      "BCP 47 tags, the most frequent first; und where it cannot be detected; the next publish detects the others",
    ),
  last: sourceRunSchema.nullable().describe("the latest reading; null: never read"),
  dueAt: z.string().nullable().describe("when the server reads it next; null: only on request"),
  progress: z
    .object({ listed: count, done: count, changed: count })
    .nullable()
    .describe("while this server reads it"),
  isRequested: z.boolean().describe("someone asked for a reading that has not begun"),
});

export const listSourcesResponseSchema = z.object({
  sources: z.array(sourceEntrySchema).describe("by key"),
  isReading: z.boolean().describe("whether this server is reading sources"),
  unpublishedSince: z.string().nullable().describe("since when changes that were read wait for a publish"),
  publishes: z.boolean().describe("whether the server publishes them automatically"),
});

export const sourceParamsSchema = z.object({ key: sourceKeySchema });

export const getSourceResponseSchema = z.object({
  source: sourceEntrySchema,
  runs: z.array(sourceRunSchema).describe("newest first, at most 50"),
});

export const addSourceRequestSchema = sourceRecordSchema.extend({
  connector: remoteConnectorSchema.nullish(),
});
export const changeSourceRequestSchema = addSourceRequestSchema
  .omit({ key: true })
  .describe("the whole declaration; a connector that reads local files is not given, and kept");

export const readSourceRequestSchema = z.object({
  allowWithdrawals: z
    .boolean()
    .default(false)
    .describe("withdraws what is gone even where it is more than a fifth of the source's documents"),
});
