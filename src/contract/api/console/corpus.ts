/** The served snapshot and the catalog's contents, as shown to administrators. */
import { z } from "zod";

const count = z.int().min(0);
const instant = z.string();

export const rejectSchema = z.object({
  line: count.describe("of the file, from 1"),
  record: z.string().nullable().describe("slug, document id or title, if it could be read"),
  field: z.string().nullable().describe("null: the whole line is at fault"),
  rule: z.string(),
  message: z.string(),
});

export const importRunSchema = z.object({
  kind: z.string(),
  file: z.string().describe("its name, without folders"),
  startedAt: instant,
  finishedAt: instant.nullable().describe("null: running, or interrupted"),
  lines: count.describe("read and committed so far"),
  rejected: count,
  rejectsFile: z.string().nullable().describe("name of the file in rejects/ that lists all"),
  rejects: z.array(rejectSchema).describe("the first of them"),
  reasons: z
    .array(z.object({ field: z.string().nullable(), rule: z.string(), message: z.string(), count }))
    .describe("why records were rejected, the most frequent first; at most 5"),
  reasonsOf: count.describe("rejects that were counted for the reasons: the first of a long file"),
  needsMap: z
    .boolean()
    .describe("whether most records have another shape, so that the file should be imported through a map"),
});

export const corpusResponseSchema = z.object({
  snapshot: z
    .object({ id: z.string(), revision: z.string(), projects: count, documents: count, chunks: count })
    .nullable()
    .describe("the snapshot being served; null before the first publish"),
  published: z.string().nullable().describe("the newest snapshot, which is served within a second"),
  catalog: z.object({ projects: count, documents: count, hackathons: count, sources: count }),
  imported: z.object({ projects: instant.nullable(), archive: instant.nullable() }),
  waiting: z.object({ projects: z.boolean(), archive: z.boolean() }).describe("for a publish"),
  imports: z.array(importRunSchema).describe("latest first"),
});
