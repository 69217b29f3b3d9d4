/** The member's saved searches. What searches is limited like the page searches of the member. */

import { asPageSearch } from "../page-search-limit.ts";
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids =
  | "listSavedSearches"
  | "createSavedSearch"
  | "renameSavedSearch"
  | "checkSavedSearch"
  | "seeSavedSearch"
  | "deleteSavedSearch";

export function savedSearchHandlers(context: HandlerContext): ConsoleHandlers<Ids> {
  const { searches } = context.saved;
  return {
    listSavedSearches: async ({ member }) => ({ body: await searches.list(member.memberId) }),
    createSavedSearch: async ({ member, input }) => ({
      body: await asPageSearch(context, member, () => searches.create(member.memberId, input)),
    }),
    renameSavedSearch: async ({ member, input: { id, name } }) => ({
      body: await searches.rename(member.memberId, id, name),
    }),
    checkSavedSearch: async ({ member, input: { id } }) => {
      const check = () => searches.check(member.memberId, id);
      const isStale = await searches.isStale(member.memberId, id);
      return { body: await (isStale ? asPageSearch(context, member, check) : check()) };
    },
    seeSavedSearch: async ({ member, input: { id } }) => ({
      body: await asPageSearch(context, member, () => searches.see(member.memberId, id)),
    }),
    deleteSavedSearch: async ({ member, input: { id } }) => {
      await searches.remove(member.memberId, id);
      return { body: { message: "The saved search is deleted." } };
    },
  };
}
