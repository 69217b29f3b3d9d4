/** The member's saved searches. Those that search count against the page searches of the member. */

import { countPageSearch } from "../page-search-limit.ts";
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
    createSavedSearch: async ({ member, input }) => {
      await countPageSearch(context, member);
      return { body: await searches.create(member.memberId, input) };
    },
    renameSavedSearch: async ({ member, input: { id, name } }) => ({
      body: await searches.rename(member.memberId, id, name),
    }),
    checkSavedSearch: async ({ member, input: { id } }) => {
      if (await searches.isStale(member.memberId, id)) await countPageSearch(context, member);
      return { body: await searches.check(member.memberId, id) };
    },
    seeSavedSearch: async ({ member, input: { id } }) => {
      await countPageSearch(context, member);
      return { body: await searches.see(member.memberId, id) };
    },
    deleteSavedSearch: async ({ member, input: { id } }) => {
      await searches.remove(member.memberId, id);
      return { body: { message: "The saved search is deleted." } };
    },
  };
}
