/** The member's own suggestions and feedback. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "listOwnSuggestions" | "listOwnFeedback";

export function ownContributionHandlers({ reviews }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    listOwnSuggestions: async ({ member: { memberId }, input }) => {
      const { suggestions, total } = await reviews.listSuggestions({ ...input, memberId });
      return { body: { suggestions: suggestions.map(({ from: _, proposed: __, ...own }) => own), total } };
    },
    listOwnFeedback: async ({ member: { memberId }, input }) => {
      const { feedback, total } = await reviews.listFeedback({ ...input, memberId });
      return { body: { feedback: feedback.map(({ from: _, escalation: __, ...own }) => own), total } };
    },
  };
}
