/** One item of `import hackathons`. */
import { z } from "zod";
import { isoDateSchema } from "../values/iso-date.ts";
import { slugSchema } from "../values/keys.ts";
import { nameText } from "../values/text.ts";

export const hackathonRecordSchema = z.object({
  slug: slugSchema,
  name: nameText(200).optional(),
  startDate: isoDateSchema.nullish(),
  submissionDeadline: isoDateSchema.nullish(),
  winnerAnnouncementDate: isoDateSchema.nullish(),
  current: z.boolean().optional(),
  tracks: z.array(z.object({ slug: slugSchema, name: nameText(200) })).optional(),
  labels: z.array(z.object({ slug: slugSchema, name: nameText(200) })).optional(),
});
export type HackathonRecord = z.infer<typeof hackathonRecordSchema>;
