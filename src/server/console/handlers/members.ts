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
      const link = `${origin()}/console/invitation/${secret}`;
      return { body: { email, role, expiresAt, link }, audit: { target: email, detail: role } };
    },
    changeRole: async ({ input: { id, role } }) => {
      const { email } = await accounts.changeRole({ id }, role);
      return { body: { message: `The role is now ${role}.` }, audit: { target: email, detail: role } };
    },
    endMemberSessions: async ({ input: { id } }) => {
      const { email, ended } = await accounts.endSessions({ id });
      return { body: { ended }, audit: { target: email } };
    },
    removeMember: async ({ input: { id } }) => {
      const { email } = await accounts.removeMember({ id });
      return { body: { message: "The member is removed." }, audit: { target: email } };
    },
  };
}
