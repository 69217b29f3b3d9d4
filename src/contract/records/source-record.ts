/** One item of `import sources`. */
import { z } from "zod";
import { sourceKeySchema } from "../values/keys.ts";
import { refreshSchema } from "../values/refresh.ts";
import { nameText, optionalText } from "../values/text.ts";
import { webUrlSchema } from "../values/web-url.ts";
import { connectorRecordSchema } from "./connector-record.ts";

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
  machineSummaries: z
    .boolean()
    .nullish()
    .describe(
      "Its documents are summaries that a machine wrote: they are never shown as their authors' words.",
    ),
  url: webUrlSchema.nullish().describe("Where people read the source; nothing is fetched from it."),
  connector: connectorRecordSchema
    .nullish()
    .describe("Where `sync` reads its documents; without it, documents are only imported."),
  refresh: refreshSchema
    .nullish()
    .describe(
      "How often the server reads it: never, hourly, daily, weekly, an interval such as 6h or 30m, or a cron expression in UTC. Default daily.",
    ),
});
export type SourceRecord = z.infer<typeof sourceRecordSchema>;
