/** One line of `import archive`. */
import { z } from "zod";
import { isoDateSchema } from "../values/iso-date.ts";
import { sourceKeySchema, uuidSchema } from "../values/keys.ts";
import { codePoints, nameText, optionalText } from "../values/text.ts";

export const documentRecordSchema = z.object({
  documentId: uuidSchema
    .optional()
    .describe("Without it, an id is derived from source and url, or from source, title, author and date."),
  source: sourceKeySchema.describe("Key of the source; an undeclared source is created with open access."),
  sourceLabel: codePoints({ max: 200 }).optional(),
  title: nameText(1_000),
  author: optionalText(500),
  url: optionalText(2_000),
  publishedAt: isoDateSchema.nullish(),
  content: codePoints({ max: 10_000_000 }),
  language: optionalText(100).describe(
    "BCP 47 tag such as en or pt-BR. Without one, and for any other text, the language is detected.",
  ),
  thread: z
    .union([z.string().max(500), z.number()])
    .nullish()
    .describe(
      "Posts of one source with the same thread, such as its id, its address or its subject, are one result.",
    ),
  machineSummary: z
    .boolean()
    .nullish()
    .describe("The content is a summary that a machine wrote: it is never shown as the author's words."),
});
export type DocumentRecord = z.infer<typeof documentRecordSchema>;
