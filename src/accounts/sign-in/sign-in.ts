/** Sign-in for the server: every operation is counted, and every refusal has the same message. */
import type { HttpClient } from "../../net/http-client.ts";
import { normalEmail } from "../email.ts";
import { findInvitation } from "../invitations.ts";
import type { AccountsDb } from "../tables.ts";
import { AccountError } from "../types.ts";
import { acceptInvitation, acceptWithoutPassword, isOpenTo } from "./admission.ts";
import { createAttempts } from "./attempts.ts";
import { type Auth, createAuth } from "./auth.ts";
import { createOidcSignIn } from "./oidc/oidc-sign-in.ts";
import { createSessions, ownCookies } from "./sessions.ts";
import { type OidcSettings, type SignIn, SignInError, type Visitor } from "./types.ts";

export interface SignInOptions {
  /** Signs cookies. */
  secret: string;
  /** Origin of the console's pages, read lazily: it may depend on the port. */
  origin(): string;
  oidc: OidcSettings | null;
  /** For requests to the identity provider. */
  http: HttpClient;
  /** Lower case; addresses of these domains may sign up. Empty: by invitation only. */
  signUpDomains: readonly string[];
  /** Called with failures of the identity provider; messages contain no personal data. */
  onProblem(error: Error): void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const wrong = () =>
  new SignInError(
    "credentials",
    "E-mail and password do not match; check both, or ask an administrator for a new invitation",
  );

/** Over `db`, which stays open. */
export async function createSignIn(db: AccountsDb, options: SignInOptions): Promise<SignIn> {
  const { signUpDomains, now = Date.now } = options;
  const attempts = createAttempts(db);
  let made: Auth | null = null;
  const auth = (): Auth => {
    made ??= createAuth({ db, secret: options.secret, origin: options.origin() });
    return made;
  };
  const sessions = createSessions(db, { auth, now });
  await sessions.forgetEnded();
  const openSession = async (memberId: string, headers: Headers) => {
    const { headers: set } = await auth().api.openMemberSession({ body: { memberId }, returnHeaders: true });
    // One session per browser: the earlier one ends.
    await sessions.endReplaced(headers);
    return { cookies: ownCookies(set) };
  };
  const oidc = options.oidc && createOidcSignIn(db, { ...options, settings: options.oidc, openSession, now });

  /** Signs in with a password whose attempt was counted, or that was set before. */
  const open = async (credentials: { email: string; password: string }, { headers }: Visitor) => {
    const response = await auth().api.signInEmail({ body: credentials, asResponse: true });
    if (response.status === 401) throw wrong();
    if (!response.ok) throw new Error(`the sign-in library responded with ${response.status}`);
    await attempts.succeeded(credentials.email);
    // One session per browser: the earlier one ends.
    await sessions.endReplaced(headers);
    return { cookies: ownCookies(response.headers) };
  };

  return {
    methods: () => ({
      password: true,
      oidc: options.oidc && { name: options.oidc.name },
      signUpDomains: [...signUpDomains],
    }),
    session: (headers) => sessions.read(headers),
    countAttempt: (address) => attempts.fromAddress(address),
    signIn: async ({ email, password }, visitor) => {
      const address = normalEmail(email);
      await attempts.forAccount(address);
      return open({ email: address, password }, visitor);
    },
    signUp: async ({ email, password }, { address }) => {
      const own = normalEmail(email);
      if (!isOpenTo(own, signUpDomains)) throw new SignInError("closed", closedTo(signUpDomains));
      await attempts.signUp(address);
      const response = await auth().api.signUpEmail({
        body: { email: own, password, name: "" },
        asResponse: true,
      });
      // 422: a concurrent request created the account.
      if (!response.ok && response.status !== 422)
        throw new Error(`the sign-in library responded with ${response.status}`);
    },
    signOut: (headers) => sessions.end(headers),
    changePassword: async ({ member, currentPassword, newPassword }, { headers }) => {
      await attempts.forAccount(member.email);
      const response = await auth().api.changePassword({
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        headers,
        asResponse: true,
      });
      if (!response.ok) throw await refusedChange(response);
      await attempts.succeeded(member.email);
      return { cookies: ownCookies(response.headers) };
    },
    invitation: async (secret, { isLocal }) => {
      const { email, role, expiresAt, passwordless } = await findInvitation(db, secret, now());
      return { email, role, expiresAt, needsPassword: !(passwordless && isLocal) };
    },
    acceptInvitation: async ({ secret, password }, visitor) => {
      // Before the hash, which is expensive, and before the transaction, which locks the file.
      const { passwordless } = await findInvitation(db, secret, now());
      if (password === undefined) {
        if (!(passwordless && visitor.isLocal)) throw new AccountError("password: missing; choose one");
        return openSession(await acceptWithoutPassword(db, { secret, now: now() }), visitor.headers);
      }
      const passwordHash = await (await auth().$context).password.hash(password);
      const email = await acceptInvitation(db, { secret, passwordHash, now: now() });
      return open({ email, password }, visitor);
    },
    startOidc: async (headers) => {
      if (oidc === null)
        throw new SignInError("closed", "No identity provider is configured; use a password");
      return oidc.start(headers);
    },
    finishOidc: async (query, headers) => oidc?.finish(query, headers) ?? { problem: "failed", cookies: [] },
    awaitsLink: async ({ memberId }, headers) => (await oidc?.awaitsLink(memberId, headers)) ?? false,
    settleLink: async ({ member: { memberId }, confirm }, headers) => {
      if (oidc === null) throw new SignInError("closed", "No identity provider is configured");
      return oidc.settleLink({ memberId, confirm }, headers);
    },
  };
}

function closedTo(domains: readonly string[]): string {
  return domains.length === 0
    ? "New members are invited; ask an administrator for an invitation"
    : `Sign-up is open to addresses of ${domains.join(", ")}; for any other address, ask an administrator for an invitation`;
}

async function refusedChange(response: Response): Promise<Error> {
  const { code } = (await response.json()) as { code?: string };
  if (code === "INVALID_PASSWORD")
    return new SignInError("credentials", "The current password is wrong; check it, then try again");
  if (code === "CREDENTIAL_ACCOUNT_NOT_FOUND")
    return new SignInError(
      "no password",
      "You sign in without a password; to have one, ask an administrator for an invitation",
    );
  return new Error(`the sign-in library responded with ${response.status} ${code}`);
}
