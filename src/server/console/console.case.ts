/** A server with a console whose dependencies are fakes. */
import type { OAuth } from "../../accounts/oauth/types.ts";
import type { SignedIn, SignIn } from "../../accounts/sign-in/types.ts";
import type { Accounts } from "../../accounts/types.ts";
import type { Reviews } from "../../inbox/inbox.ts";
import type { Saved } from "../../saved/types.ts";
import { openLimits, type RunningServer, startServer } from "../fakes.case.ts";
import type { ServerPorts } from "../ports.ts";
import type {
  ConsoleImports,
  ConsolePages,
  ConsolePorts,
  ConsolePublishing,
  ConsoleRecords,
  ConsoleSources,
} from "./ports.ts";

export const ada: SignedIn = {
  memberId: "m1",
  email: "ada@example.org",
  role: "member",
  emailVerified: true,
};
export const absent = () => {
  throw new Error("not asked for here");
};

export const signIn: SignIn = {
  methods: () => ({ password: true, oidc: null, signUpDomains: [] }),
  session: async (headers) => ({
    member: headers.get("cookie") === "s=ada" ? ada : null,
    cookies: headers.has("cookie") ? ["s=renewed; Path=/"] : [],
  }),
  countAttempt: async () => {},
  signIn: absent,
  signUp: absent,
  signOut: async () => ({ cookies: ["s=; Max-Age=0"] }),
  changePassword: absent,
  invitation: absent,
  acceptInvitation: absent,
  startOidc: absent,
  awaitsLink: async () => false,
  settleLink: absent,
  finishOidc: async ({ code }) => ({ problem: code === "good" ? null : "failed", cookies: ["s=ada"] }),
};

export const records: ConsoleRecords = {
  getMe: absent,
  listResourceHackathons: absent,
  getResources: absent,
  getFaqs: absent,
  getCorpus: absent,
  documentCounts: absent,
};

const reviews: Reviews = {
  listSuggestions: absent,
  approveSuggestion: absent,
  declineSuggestion: absent,
  listFeedback: absent,
  findFeedback: absent,
  resolveFeedback: absent,
  reopenFeedback: absent,
};

export const pages: ConsolePages = {
  async read(path) {
    if (path === "missing.js") return null;
    return { bytes: new TextEncoder().encode(`page ${path}`), type: "text/html", cacheControl: "no-cache" };
  },
};

export async function startConsole(
  change: Partial<ConsolePorts> = {},
  ports: Partial<ServerPorts> = {},
): Promise<RunningServer> {
  const server: RunningServer = await startServer({
    ...ports,
    console: {
      signIn,
      records,
      imports: {} as ConsoleImports,
      sources: {} as ConsoleSources,
      publishing: {} as ConsolePublishing,
      reviews,
      saved: {} as Saved,
      inspection: {} as ConsolePorts["inspection"],
      readSource: () => {},
      oauth: {} as OAuth,
      accounts: { tokenState: async () => null } as unknown as Accounts,
      origin: () => server.address,
      listenHost: "127.0.0.1",
      pageLimits: openLimits(),
      pageConcurrencyLimit: 2,
      pages,
      ...change,
    },
  });
  return server;
}
