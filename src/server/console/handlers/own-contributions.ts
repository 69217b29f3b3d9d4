/** The member's own suggestions and feedback. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "listOwnSuggestions" | "listOwnFeedback";

export function ownContributionHandlers({ reviews, records }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    listOwnSuggestions: async ({ member: { memberId }, input }) => {
      const { suggestions, total } = await reviews.listSuggestions({ ...input, memberId });
      const counts = suggestions.some(({ sourceKey }) => sourceKey !== null)
        ? await records.documentCounts()
        : new Map<string, number>();
      const own = suggestions.map(({ from: _, proposed: __, ...suggestion }) => ({
        ...suggestion,
        documents: suggestion.sourceKey === null ? null : (counts.get(suggestion.sourceKey) ?? 0),
      }));
      return { body: { suggestions: own, total } };
    },
    listOwnFeedback: async ({ member: { memberId }, input }) => {
      const { feedback, total } = await reviews.listFeedback({ ...input, memberId });
      return { body: { feedback: feedback.map(({ from: _, escalation: __, ...own }) => own), total } };
    },
  };
}
