/** The table of operations: feedback. */
import { feedbackRequestSchema, feedbackResponseSchema } from "../feedback.ts";
import { sourceSuggestionRequestSchema, sourceSuggestionResponseSchema } from "../suggestions.ts";
import type { Operation } from "./operation.ts";

export const feedbackOperations = {
  suggestSource: {
    id: "suggestSource",
    topic: "Feedback",
    method: "POST",
    path: "/source-suggestions",
    scope: "read",
    limitGroup: "suggestions",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: { body: sourceSuggestionRequestSchema },
    response: sourceSuggestionResponseSchema,
    successStatus: 201,
    summary: "Suggest a source",
    description:
      "A source that the archive lacks. Administrators review every suggestion; nothing is fetched from it before approval.",
    errors: [],
    example: {
      url: "https://example.org/essays",
      name: "Example Essays",
      reason: "Long pieces on light clients that the archive does not have.",
    },
  },
  sendFeedback: {
    id: "sendFeedback",
    topic: "Feedback",
    method: "POST",
    path: "/feedback",
    scope: "read",
    limitGroup: "feedback",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: { body: feedbackRequestSchema },
    response: feedbackResponseSchema,
    successStatus: 201,
    summary: "Send feedback",
    description:
      "An error, a poor result or an idea, for the operators of the service. Severity high or critical is " +
      "escalated immediately.",
    errors: [],
    example: {
      category: "quality",
      message: "The first three results for this search are about something else.",
      severity: "low",
      context: { operation: "searchArchives" },
    },
  },
} as const satisfies Record<string, Operation>;
