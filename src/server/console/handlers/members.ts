/** Members: listed and changed by administrators. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "listMembers" | "inviteMember" | "changeRole" | "endMemberSessions" | "removeMember";

export function memberHandlers({ accounts, origin }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    listMembers: async ({ input: { q, offset, limit } }) => ({
      body: await accounts.listMembers({ offset, limit, search: q }),
    }),
    inviteMember: async ({ input }) => {
      const { secret, email, role, expiresAt } = await accounts.invite(input.email, input.role);
      return { body: { email, role, expiresAt, link: `${origin()}/console/invitation/${secret}` } };
    },
    changeRole: async ({ input: { id, role } }) => {
      await accounts.changeRole({ id }, role);
      return { body: { message: `The role is now ${role}.` } };
    },
    endMemberSessions: async ({ input: { id } }) => ({ body: { ended: await accounts.endSessions({ id }) } }),
    removeMember: async ({ input: { id } }) => {
      await accounts.removeMember({ id });
      return { body: { message: "The member is removed." } };
    },
  };
}
