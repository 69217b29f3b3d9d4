/** A member's own suggestions and feedback, and their status. */
import { z } from "zod";
import { queryInteger } from "../../values/text.ts";
import { feedbackEntrySchema } from "./feedback.ts";
import { suggestionSchema } from "./suggestions.ts";

export const ownPageQuerySchema = z.object({
  offset: queryInteger({ min: 0, fallback: 0 }),
  limit: queryInteger({ min: 1, max: 100, fallback: 50 }),
});

const total = z.int().min(0).describe("on all pages");

export const listOwnSuggestionsResponseSchema = z.object({
  suggestions: z
    .array(
      suggestionSchema.omit({ from: true, proposed: true }).extend({
        documents: z
          .int()
          .min(0)
          .nullable()
          .describe("documents of the approved source in the catalog; null unless approved"),
      }),
    )
    .describe("newest first"),
  total,
});
export const listOwnFeedbackResponseSchema = z.object({
  feedback: z.array(feedbackEntrySchema.omit({ from: true, escalation: true })).describe("newest first"),
  total,
});
