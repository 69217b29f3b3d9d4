/** GET /faqs and GET /faqs/:program/:id, and the record of `import faqs`. */
import { z } from "zod";
import { eventDatesSchema } from "../values/event-dates.ts";
import { slugSchema } from "../values/keys.ts";
import { codePoints, formatted } from "../values/text.ts";
import { webUrlSchema } from "../values/web-url.ts";

export const faqPrograms = ["hackathon", "eternal", "accelerator", "stamp"] as const;
export const faqProgramSchema = z.enum(faqPrograms);
export type FaqProgram = z.infer<typeof faqProgramSchema>;

export const faqsQuerySchema = z.object({
  program: faqProgramSchema.optional(),
  q: codePoints({ min: 2, max: 200, trim: true })
    .optional()
    .describe("keywords; hits in the question rank above hits in the answer"),
});
export type FaqsQuery = z.output<typeof faqsQuerySchema>;

export const faqParamsSchema = z.object({
  program: faqProgramSchema,
  id: formatted(/^[a-z0-9-]{1,100}$/, "lower-case letters, digits and hyphens, 1 to 100 characters"),
});
export type FaqParams = z.output<typeof faqParamsSchema>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const faqLinkSchema = z.object({ label: z.string(), url: z.string() });
export type FaqLink = z.infer<typeof faqLinkSchema>;

export const faqSchema = z.object({
  program: faqProgramSchema,
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  answerFormat: z.literal("markdown"),
  sourceUrl: z.string(),
  contentRevision: sha256.describe("SHA-256 digest; changes when the FAQ changes"),
  links: z.array(faqLinkSchema).describe("of the answer, in order"),
});
export type Faq = z.infer<typeof faqSchema>;

const faqSourceSchema = z.object({
  kind: z.string(),
  revision: sha256.describe("SHA-256 digest; changes when any FAQ changes"),
});
const faqEventDates = eventDatesSchema
  .nullable()
  .describe("of the hackathon started last; null without a hackathon FAQ, or until recorded");

export const faqsResponseSchema = z.object({
  eventDates: faqEventDates,
  source: faqSourceSchema,
  programs: z.array(z.object({ program: faqProgramSchema, count: z.int().min(0) })),
  faqs: z.array(faqSchema),
  query: z.object({
    program: faqProgramSchema.optional(),
    q: z.string().optional(),
    matched: z.int().min(0),
  }),
});
export type FaqsResponse = z.infer<typeof faqsResponseSchema>;

export const faqResponseSchema = z.object({
  eventDates: faqEventDates,
  source: faqSourceSchema,
  faq: faqSchema,
});
export type FaqResponse = z.infer<typeof faqResponseSchema>;

export const faqRecordSchema = z.object({
  program: faqProgramSchema,
  id: slugSchema.describe("Unique within its program."),
  question: z.string().trim().min(1).max(500),
  answer: z.string().trim().min(1).max(20_000).describe("Markdown"),
  sourceUrl: webUrlSchema.describe("Page on which the question is answered."),
});
export type FaqRecord = z.infer<typeof faqRecordSchema>;
