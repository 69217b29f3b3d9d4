/** Feedback: listed and resolved by administrators. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "listFeedback" | "resolveFeedback" | "reopenFeedback";

export function feedbackHandlers({ reviews }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    listFeedback: async ({ input: { state, offset, limit } }) => ({
      body: await reviews.listFeedback({ state: state === "all" ? undefined : state, offset, limit }),
    }),
    resolveFeedback: async ({ input: { id } }) => {
      await reviews.resolveFeedback(id);
      return { body: { message: "The feedback is resolved." }, audit: { target: id } };
    },
    reopenFeedback: async ({ input: { id } }) => {
      await reviews.reopenFeedback(id);
      return { body: { message: "The feedback is open again." }, audit: { target: id } };
    },
  };
}
