/** Members' feedback, as administrators review it. */
import { z } from "zod";
import { queryInteger } from "../../values/text.ts";

export const feedbackEntrySchema = z.object({
  id: z.string(),
  category: z.string(),
  severity: z.string(),
  message: z.string(),
  context: z.record(z.string(), z.unknown()).nullable(),
  from: z.string().nullable().describe("the member's address; null once the member is removed"),
  createdAt: z.string(),
  state: z.enum(["open", "resolved"]),
  resolvedAt: z.string().nullable(),
  escalation: z
    .object({
      deliveredAt: z.string().nullable().describe("null: not yet, or there is no webhook"),
      attempts: z.int().min(0),
      problem: z.string().nullable().describe("how the last attempt failed"),
    })
    .nullable()
    .describe("null unless the severity is high or critical"),
});

export const listFeedbackQuerySchema = z.object({
  state: z.enum(["open", "resolved", "all"]).default("open"),
  offset: queryInteger({ min: 0, fallback: 0 }),
  limit: queryInteger({ min: 1, max: 100, fallback: 50 }),
});
export const listFeedbackResponseSchema = z.object({
  feedback: z.array(feedbackEntrySchema).describe("newest first"),
  total: z.int().min(0).describe("in this state, on all pages"),
});
