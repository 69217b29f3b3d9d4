/** One item of `import sources`. */
import { z } from "zod";
import { sourceKeySchema } from "../values/keys.ts";
import { nameText, optionalText } from "../values/text.ts";
import { webUrlSchema } from "../values/web-url.ts";

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
/** Which part of its documents callers may read: everything, or at most 1,000 characters of each. */
export const sourceAccesses = ["open", "excerpt"] as const;

export const sourceRecordSchema = z.object({
  key: sourceKeySchema,
  label: nameText(200),
  kind: z.enum(sourceKinds).default("other"),
  access: z.enum(sourceAccesses).default("open"),
  licenceNote: optionalText(1000),
  url: webUrlSchema.nullish().describe("URL of the source; nothing is fetched from it."),
});
export type SourceRecord = z.infer<typeof sourceRecordSchema>;
