/** Imports of files that administrators upload: the file, a preview, the import itself, and its result. */
import { z } from "zod";
import { sourceKeySchema } from "../../values/keys.ts";
import { codePoints, queryInteger } from "../../values/text.ts";
import { importRunSchema } from "./corpus.ts";

const count = z.int().min(0);
const instant = z.string();

/** In the order of `priorart import`. */
export const importKinds = [
  "projects",
  "archive",
  "members",
  "sources",
  "hackathons",
  "resources",
  "faqs",
] as const;
const kind = z.enum(importKinds);

/** Longest body of a request with a map, in bytes, and longest map, in characters. */
export const MAX_MAP_BODY_BYTES = 262_144;
const MAX_MAP = 50_000;

export const startUploadRequestSchema = z.object({
  name: codePoints({ min: 1, max: 255 }).describe("of the file; its extension determines the format"),
  bytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
});

export const addPartQuerySchema = z.object({
  id: z.guid().describe("of the upload"),
  offset: queryInteger({ min: 0, fallback: 0 }).describe("bytes of the file before this part"),
});

export const importRequestSchema = z.object({
  kind,
  map: codePoints({ max: MAX_MAP })
    .optional()
    .describe("a JSONata expression; none: records are as documented"),
  source: sourceKeySchema.optional().describe("of documents that name none"),
});

const reasons = importRunSchema.pick({ reasons: true, reasonsOf: true, needsMap: true }).shape;

const faultSchema = z.object({
  record: z.string().nullable().describe("its slug, id or title, if it could be read"),
  field: z.string().nullable().describe("null: the whole record"),
  rule: z.string(),
  message: z.string(),
});

export const previewImportResponseSchema = z.object({
  records: z
    .array(
      z.object({
        line: count.describe("of the file, from 1"),
        values: z.array(z.string()).describe("the records made of it, as JSON; long ones are cut"),
        faults: z.array(faultSchema).describe("why it would be rejected"),
      }),
    )
    .describe("the first ten"),
  checked: count.describe("records read for the preview, from the first on"),
  isWhole: z.boolean().describe("whether these are all records of the file"),
  rejected: count,
  dropped: count.describe("for which the map returns nothing"),
  ...reasons,
  warnings: z.array(z.string()),
  failure: z.string().nullable().describe("why nothing can be imported: of the map, or of the file"),
});

const startedSchema = {
  kind,
  file: z.string(),
  startedBy: z.string(),
  startedAt: instant,
};

export const importStateSchema = z.object({
  upload: z
    .object({
      id: z.string(),
      name: z.string(),
      bytes: count,
      received: count.describe("bytes; all of them: the file can be imported"),
      uploadedBy: z.string(),
      startedAt: instant,
    })
    .nullable()
    .describe("the file that waits to be imported"),
  running: z
    .object({
      ...startedSchema,
      records: count.describe("read so far"),
      bytes: count.describe("read so far, of the file as it was uploaded"),
      totalBytes: count.nullable(),
      secondsLeft: z.number().min(0).nullable(),
      stopping: z.boolean(),
    })
    .nullable(),
  last: z
    .object({
      ...startedSchema,
      finishedAt: instant,
      outcome: z.enum(["imported", "cancelled", "failed"]),
      message: z.string().nullable().describe("why it failed"),
      read: count,
      inserted: count,
      updated: count,
      unchanged: count,
      rejected: count,
      dropped: count,
      warnings: z.array(z.string()),
      rejectsFile: z.string().nullable().describe("name of the file that lists the rejected records"),
      ...reasons,
    })
    .nullable()
    .describe("the last one since the server was started"),
  maxBytes: count.describe("of a file; 0: files cannot be uploaded"),
});

export const importMapsResponseSchema = z.object({
  maps: z.array(
    z.object({
      name: z.string().describe("of its file, without extension"),
      about: z.string(),
      kind,
      text: z.string(),
    }),
  ),
});

export const rejectsParamsSchema = z.object({ name: z.string().max(100) });
export const rejectsResponseSchema = z.string().describe("the rejects file: one JSON object on each line");
