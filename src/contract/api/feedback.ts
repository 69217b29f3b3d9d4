/** POST /feedback. */
import { z } from "zod";
import { jsonText } from "../values/json-text.ts";
import { codePoints, countCodePoints } from "../values/text.ts";

const MAX_CONTEXT = 10_000;

const feedbackCategories = ["error", "quality", "suggestion", "other"] as const;
const feedbackSeverities = ["low", "medium", "high", "critical"] as const;
export type FeedbackSeverity = (typeof feedbackSeverities)[number];

/** Severities that are escalated. */
export const escalatedSeverities: readonly FeedbackSeverity[] = ["high", "critical"];

const contextSchema = z
  .record(z.string(), z.unknown())
  .check((context) => {
    const length = countCodePoints(jsonText(context.value));
    if (length <= MAX_CONTEXT) return;
    const message = `must be at most ${MAX_CONTEXT} characters of JSON, got ${length}; leave out what is not needed`;
    context.issues.push({ code: "custom", message, input: context.value });
  })
  .describe(
    `anything that helps to reproduce or understand it; at most ${MAX_CONTEXT} characters of JSON without blanks`,
  );

export const feedbackRequestSchema = z.object({
  category: z.enum(feedbackCategories),
  message: codePoints({ min: 1, max: 5_000, trim: true }),
  severity: z
    .enum(feedbackSeverities)
    .default("medium")
    .describe("high and critical are escalated immediately"),
  context: contextSchema.optional(),
});
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;

export const feedbackResponseSchema = z.object({ message: z.string() });
export type FeedbackResponse = z.infer<typeof feedbackResponseSchema>;
