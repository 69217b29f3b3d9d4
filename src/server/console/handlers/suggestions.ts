/** Source suggestions: listed and decided by administrators. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "listSuggestions" | "approveSuggestion" | "declineSuggestion";

export function suggestionHandlers({ reviews, readSource }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    listSuggestions: async ({ input: { state, offset, limit } }) => ({
      body: await reviews.listSuggestions({ state: state === "all" ? undefined : state, offset, limit }),
    }),
    approveSuggestion: async ({ input: { id, ...decision } }) => {
      const { suggestion, source } = await reviews.approveSuggestion(id, decision);
      const { key, label } = source;
      if (source.connector) readSource(key);
      const message = source.connector
        ? `The source ${key} is declared, and is being read.`
        : `The source ${key} is declared; import its documents under this key.`;
      return { body: { message, source: { key, label, url: suggestion.url } }, audit: { target: key } };
    },
    declineSuggestion: async ({ input: { id, reason } }) => {
      const { url } = await reviews.declineSuggestion(id, reason);
      return { body: { message: "The suggestion is declined." }, audit: { target: url } };
    },
  };
}
