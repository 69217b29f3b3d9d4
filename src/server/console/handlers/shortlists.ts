/** The member's shortlists. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids =
  | "listShortlists"
  | "createShortlist"
  | "getShortlist"
  | "updateShortlist"
  | "deleteShortlist"
  | "copyShortlist"
  | "shareShortlist"
  | "addShortlistItems"
  | "removeShortlistItems"
  | "noteShortlistItem"
  | "exportShortlist";

export function shortlistHandlers({ saved: { shortlists } }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    listShortlists: async ({ member, input: { kind, key } }) => {
      const item = kind === undefined || key === undefined ? null : { kind, key };
      return { body: { shortlists: await shortlists.list(member.memberId, item) } };
    },
    createShortlist: async ({ member, input }) => ({ body: await shortlists.create(member.memberId, input) }),
    getShortlist: async ({ member, input: { id } }) => ({ body: await shortlists.get(member.memberId, id) }),
    updateShortlist: async ({ member, input: { id, ...change } }) => ({
      body: await shortlists.update(member.memberId, id, change),
    }),
    deleteShortlist: async ({ member, input: { id } }) => {
      await shortlists.remove(member.memberId, id);
      return { body: { message: "The shortlist is deleted." } };
    },
    copyShortlist: async ({ member, input: { id, name } }) => ({
      body: await shortlists.copy(member.memberId, id, name),
    }),
    shareShortlist: async ({ member, input: { id, shared } }) => ({
      body: await shortlists.share(member.memberId, id, shared),
    }),
    addShortlistItems: async ({ member, input: { id, items } }) => ({
      body: await shortlists.addItems(member.memberId, id, items),
    }),
    removeShortlistItems: async ({ member, input: { id, items } }) => ({
      body: await shortlists.removeItems(member.memberId, id, items),
    }),
    noteShortlistItem: async ({ member, input: { id, ...note } }) => ({
      body: await shortlists.setNote(member.memberId, id, note),
    }),
    exportShortlist: async ({ member, input: { id, format } }) => ({
      body: await shortlists.export(member.memberId, id, format),
    }),
  };
}
