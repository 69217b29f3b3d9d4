/** POST /feedback. */
import { z } from "zod";
import { codePoints, countCodePoints } from "../values/text.ts";

const MAX_CONTEXT = 10_000;
/** Deeper is no description of anything, and reading it back would cost the stack. */
const MAX_DEPTH = 64;

export const feedbackCategories = ["error", "quality", "suggestion", "other"] as const;
export const feedbackSeverities = ["low", "medium", "high", "critical"] as const;
export type FeedbackSeverity = (typeof feedbackSeverities)[number];

/** Those that people are told of at once. */
export const escalatedSeverities: readonly FeedbackSeverity[] = ["high", "critical"];

const contextSchema = z
  .record(z.string(), z.unknown())
  .check((context) => {
    if (!isWithinDepth(context.value)) {
      const message = `must not be nested deeper than ${MAX_DEPTH} levels`;
      context.issues.push({ code: "custom", message, input: context.value });
      return;
    }
    const length = countCodePoints(JSON.stringify(context.value));
    if (length <= MAX_CONTEXT) return;
    const message = `must be at most ${MAX_CONTEXT} characters of JSON, got ${length}; leave out what is not needed`;
    context.issues.push({ code: "custom", message, input: context.value });
  })
  .describe(`anything that helps to understand it; at most ${MAX_CONTEXT} characters of JSON without blanks`);

export const feedbackRequestSchema = z.object({
  category: z.enum(feedbackCategories),
  message: codePoints({ min: 1, max: 5_000, trim: true }),
  severity: z
    .enum(feedbackSeverities)
    .default("medium")
    .describe("high and critical are escalated to the team at once"),
  context: contextSchema.optional(),
});
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;

export const feedbackResponseSchema = z.object({ message: z.string() });
export type FeedbackResponse = z.infer<typeof feedbackResponseSchema>;

/** Level by level, without recursion: a body of 1 MB can hold half a million brackets. */
function isWithinDepth(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((item) =>
      Object.values(item).filter((member): member is object => typeof member === "object" && member !== null),
    );
  }
  return true;
}
