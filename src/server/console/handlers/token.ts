/** The member's own token. */
import type { TokenState } from "../../../accounts/types.ts";
import { renewalDays } from "../../../contract/api/console/token.ts";
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

const dayMilliseconds = 86_400_000;

function shown(state: TokenState | null, now: number) {
  if (state === null) return null;
  const left = state.status === "active" ? Date.parse(state.expiresAt) - now : 0;
  return {
    ...state,
    daysLeft: Math.max(0, Math.floor(left / dayMilliseconds)),
    renewSoon: state.status === "active" && left <= renewalDays * dayMilliseconds,
  };
}

export function tokenHandlers({
  accounts,
  service,
}: HandlerContext): ConsoleHandlers<"getToken" | "generateToken" | "revokeToken"> {
  const stateOf = async ({ memberId, emailVerified }: { memberId: string; emailVerified: boolean }) => ({
    token: shown(await accounts.tokenState({ id: memberId }), Date.now()),
    scopes: emailVerified ? [`${service}:read`, `${service}:me`] : [`${service}:read`],
  });
  return {
    getToken: async ({ member }) => ({ body: await stateOf(member) }),
    generateToken: async ({ member, input }) => {
      const { token } = await accounts.issueToken({ id: member.memberId }, input.scopes);
      return { body: { ...(await stateOf(member)), secret: token } };
    },
    revokeToken: async ({ member }) => {
      const revoked = await accounts.revokeToken({ id: member.memberId });
      return { body: { ...(await stateOf(member)), revoked } };
    },
  };
}
