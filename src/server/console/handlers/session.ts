/** The current session, sign-in and sign-out. */
import type { SignedIn } from "../../../accounts/sign-in/types.ts";
import type { ConsoleOutput } from "../../../contract/api/console/operations.ts";
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids =
  | "getSession"
  | "signIn"
  | "signUp"
  | "signOut"
  | "startOidc"
  | "settleLink"
  | "findInvitation"
  | "acceptInvitation"
  | "changePassword";

export function sessionHandlers({ signIn, service }: HandlerContext): ConsoleHandlers<Ids> {
  const sessionOf = async (
    member: SignedIn | null,
    headers: Headers,
  ): Promise<ConsoleOutput<"getSession">> => ({
    member: member && {
      id: member.memberId,
      email: member.email,
      role: member.role,
      emailVerified: member.emailVerified,
    },
    signIn: signIn.methods(),
    awaitsLink: member !== null && (await signIn.awaitsLink(member, headers)),
    service,
  });
  /** The response of `getSession` with the new cookies. */
  const entered = async (cookies: string[], headers: Headers) => {
    const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
    const { member } = await signIn.session(new Headers({ cookie }));
    return { body: await sessionOf(member, headers), cookies };
  };
  return {
    getSession: async ({ member, headers }) => ({ body: await sessionOf(member, headers) }),
    signIn: async ({ input, ...visitor }) =>
      entered((await signIn.signIn(input, visitor)).cookies, visitor.headers),
    signUp: async ({ input, ...visitor }) => {
      await signIn.signUp(input, visitor);
      return { body: { message: "If this address had no account, one was created. Sign in." } };
    },
    signOut: async ({ headers }) => ({
      body: { message: "You are signed out." },
      ...(await signIn.signOut(headers)),
    }),
    startOidc: async ({ headers }) => {
      const { url, cookies } = await signIn.startOidc(headers);
      return { body: { url }, cookies };
    },
    settleLink: async ({ input: { confirm }, member, headers }) => {
      const { cookies } = await signIn.settleLink({ member, confirm }, headers);
      return { body: await sessionOf(member, headers), cookies };
    },
    findInvitation: async ({ input, ...visitor }) => ({
      body: await signIn.invitation(input.secret, visitor),
    }),
    acceptInvitation: async ({ input, ...visitor }) =>
      entered((await signIn.acceptInvitation(input, visitor)).cookies, visitor.headers),
    changePassword: async ({ input, member, ...visitor }) => ({
      body: { message: "The password is changed; other browsers are signed out." },
      ...(await signIn.changePassword({ ...input, member }, visitor)),
    }),
  };
}
