import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHttpClient } from "../../../net/http-client.ts";
import { Browser, goodPassword, openSignIn } from "../sign-in.case.ts";
import { SignInError } from "../types.ts";
import {
  type Claims,
  type FaultyProvider,
  faultyClient,
  signed,
  startFaultyProvider,
} from "./faulty-provider.case.ts";

type Opened = Awaited<ReturnType<typeof openSignIn>>;
const MINUTES = 60_000;

let provider: FaultyProvider;
let it: Opened;
beforeAll(async () => {
  provider = await startFaultyProvider();
});
beforeEach(async () => {
  provider.reset();
  it = await openSignIn(withProvider());
});
afterEach(() => it.close());
afterAll(() => provider.close());

const withProvider = () => ({
  http: createHttpClient(),
  signUpDomains: ["example.org"],
  oidc: {
    issuer: provider.issuer,
    clientId: faultyClient.id,
    clientSecret: faultyClient.secret,
    name: "The Institute",
  },
});

/** Sets the identity that signs in at the provider next. */
function person(sub: string, email: string, more: Claims = {}) {
  provider.makeIdToken = (claims) => signed({ ...claims, sub, email, ...more });
}

/** Follows the provider's redirect and returns the query of the callback. */
async function atProvider(browser: Browser): Promise<Record<string, string>> {
  const { url } = browser.take(await it.signIn.startOidc(browser.visitor().headers));
  const response = await fetch(url, { redirect: "manual" });
  return Object.fromEntries(new URL(response.headers.get("location")!).searchParams);
}
const back = async (browser: Browser, query: Record<string, string>) =>
  browser.take(await it.signIn.finishOidc(query, browser.visitor().headers)).problem;

async function enter(browser = new Browser()) {
  const problem = await back(browser, await atProvider(browser));
  return { problem, browser, member: await who(browser) };
}
const who = async (browser: Browser) => (await it.signIn.session(browser.visitor().headers)).member;
const settle = async (browser: Browser, confirm = true) => {
  const member = (await who(browser))!;
  return browser.take(await it.signIn.settleLink({ member, confirm }, browser.visitor().headers));
};
const awaits = async (browser: Browser) =>
  it.signIn.awaitsLink((await who(browser))!, browser.visitor().headers);
const stateRows = async () => (await it.db.selectFrom("sign_in_state").select("identifier").execute()).length;

async function holder(email: string) {
  const { secret } = await it.accounts.invite(email, "member");
  const browser = new Browser();
  browser.take(await it.signIn.acceptInvitation({ secret, password: goodPassword }, browser.visitor()));
  return browser;
}
const byPassword = async (browser: Browser, email: string) =>
  browser.take(await it.signIn.signIn({ email, password: goodPassword }, browser.visitor()));

describe("the state of a sign-in", () => {
  test("is a short-lived cookie that the provider's redirect carries, cleared by the callback", async () => {
    const browser = new Browser();
    const { cookies } = await it.signIn.startOidc(browser.visitor().headers);
    expect(cookies).toEqual([
      expect.stringMatching(/^priorart\.oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const { cookies: after } = await it.signIn.finishOidc({}, browser.visitor().headers);
    expect(after).toEqual(["priorart.oidc=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
  });

  test("is bound to the host and to https where the service has https", async () => {
    await it.close();
    it = await openSignIn({ ...withProvider(), origin: () => "https://research.example.org" });
    const { url, cookies } = await it.signIn.startOidc(new Headers());
    expect(cookies[0]).toMatch(/^__Host-priorart\.oidc=.*; SameSite=Lax; Secure$/);
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(
      "https://research.example.org/console/auth/oauth2/callback/oidc",
    );
  });

  test("is valid for this browser and this state, once, and for ten minutes", async () => {
    const browser = new Browser();
    const query = await atProvider(browser);
    expect(await back(new Browser(), query)).toBe("expired");
    const { state: _, ...stateless } = query;
    expect(await back(withCookiesOf(browser), stateless)).toBe("expired");
    expect(await back(withCookiesOf(browser), { ...query, state: `${query.state}x` })).toBe("expired");
    const foreign = withCookiesOf(browser);
    foreign.cookies.set("priorart.oidc", "made-up");
    expect(await back(foreign, { ...query, state: "made-up" })).toBe("expired");
    const copy = withCookiesOf(browser);
    expect(await back(browser, query)).toBeNull();
    expect(await back(copy, query)).toBe("expired");
    const late = new Browser();
    const lateQuery = await atProvider(late);
    it.clock.ahead = 10 * MINUTES;
    expect(await back(late, lateQuery)).toBe("expired");
  });

  test("is valid until just before ten minutes, and leaves no row behind", async () => {
    const browser = new Browser();
    const query = await atProvider(browser);
    it.clock.ahead = 10 * MINUTES - 5_000;
    expect(await back(browser, query)).toBeNull();
    expect(await stateRows()).toBe(0);
    await atProvider(new Browser());
    expect(await stateRows()).toBe(1);
    it.clock.ahead = 25 * MINUTES;
    await it.restart();
    expect(await stateRows()).toBe(0);
  });

  test("is stored as a digest only", async () => {
    const { cookies } = await it.signIn.startOidc(new Headers());
    const value = /=([\w-]+)/.exec(cookies[0]!)![1]!;
    const [row] = await it.db.selectFrom("sign_in_state").select("identifier").execute();
    expect(row!.identifier).toMatch(/^oidc:[0-9a-f]{64}$/);
    expect(row!.identifier).not.toContain(value);
  });
});

/** The same cookies in another cookie jar. */
function withCookiesOf({ cookies }: Browser): Browser {
  const copy = new Browser();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

describe("an identity", () => {
  test("of an open domain becomes a verified member; any other is refused as not invited", async () => {
    person("u1", "Ada@Example.org");
    expect(await enter()).toMatchObject({
      problem: null,
      member: { email: "ada@example.org", role: "member", emailVerified: true },
    });
    person("u2", "eve@elsewhere.example");
    expect(await enter()).toMatchObject({ problem: "not_invited", member: null });
    expect((await it.accounts.listMembers({ offset: 0, limit: 10 })).total).toBe(1);
  });

  test.each<[string, Claims]>([
    ["not verified", { email_verified: false }],
    ["malformed", { email: "not an address" }],
    ["missing", { email: undefined }],
  ])("whose address is %s is refused, even when linked", async (_, claims) => {
    person("u1", "ada@example.org");
    expect((await enter()).problem).toBeNull();
    person("u1", "ada@example.org", claims);
    provider.userInfo = { sub: "u1" };
    expect(await enter()).toMatchObject({ problem: "email_not_verified", member: null });
  });

  test("takes an account that was added or invited, with the role of a valid invitation", async () => {
    await it.accounts.addMember("added@elsewhere.example");
    person("u1", "added@elsewhere.example");
    expect(await enter()).toMatchObject({ problem: null, member: { role: "member" } });
    await it.accounts.invite("boss@elsewhere.example", "admin");
    person("u2", "boss@elsewhere.example");
    expect(await enter()).toMatchObject({ problem: null, member: { role: "admin" } });
    await it.accounts.invite("late@elsewhere.example", "admin");
    it.clock.ahead = 8 * 24 * 60 * MINUTES;
    person("u3", "late@elsewhere.example");
    expect((await enter()).problem).toBeNull();
    const { members } = await it.accounts.listMembers({ offset: 0, limit: 1, search: "late@" });
    expect(members[0]).toMatchObject({ role: "member", signInMethods: ["oidc"] });
  });

  test("that is linked signs in whatever its address is now, and does not use another member's invitation", async () => {
    person("u1", "ada@example.org");
    const { member } = await enter();
    const { secret } = await it.accounts.invite("boss@elsewhere.example", "admin");
    await it.accounts.invite("ada@example.org", "admin");
    for (const email of ["boss@elsewhere.example", "new@elsewhere.example", "ada@example.org"]) {
      person("u1", email);
      expect(await enter()).toMatchObject({ problem: null, member: { ...member, role: "member" } });
    }
    expect(await it.signIn.invitation(secret, new Browser().visitor())).toMatchObject({ role: "admin" });
  });

  test("gives the browser a new session and ends the one before", async () => {
    const browser = await holder("ada@elsewhere.example");
    const before = withCookiesOf(browser);
    person("u1", "grace@example.org");
    expect((await enter(browser)).member).toMatchObject({ email: "grace@example.org" });
    expect(await who(before)).toBeNull();
  });

  test("of a removed member is treated as new", async () => {
    person("u1", "ada@example.org");
    const { member } = await enter();
    await it.accounts.removeMember({ id: member!.memberId });
    expect((await enter()).member!.memberId).not.toBe(member!.memberId);
  });

  test("takes over an account with an unverified address: password, sessions and token are deleted", async () => {
    const claim = { email: "ada@example.org", password: goodPassword };
    const claimant = new Browser();
    await it.signIn.signUp(claim, claimant.visitor());
    await byPassword(claimant, claim.email);
    person("u1", claim.email);
    expect(await enter()).toMatchObject({ problem: null, member: { emailVerified: true } });
    expect(await who(claimant)).toBeNull();
    await expect(byPassword(claimant, claim.email)).rejects.toThrow(SignInError);
  });
});

describe("another identity with the address of an account", () => {
  const email = "ada@elsewhere.example";

  test("waits, in a console-only cookie, until the account's holder confirms", async () => {
    const { memberId } = (await who(await holder(email)))!;
    person("u1", email);
    const browser = new Browser();
    const query = await atProvider(browser);
    const { problem, cookies } = await it.signIn.finishOidc(query, browser.visitor().headers);
    expect([problem, cookies]).toEqual([
      "link_required",
      [
        expect.stringMatching(/^priorart\.oidc=; Max-Age=0;/),
        expect.stringMatching(
          /^priorart\.oidc-link=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
        ),
      ],
    ]);
    browser.take({ cookies });
    expect(await who(browser)).toBeNull();
    await byPassword(browser, email);
    expect(await awaits(browser)).toBe(true);
    const { cookies: cleared } = await settle(browser);
    expect(cleared).toEqual([expect.stringMatching(/^priorart\.oidc-link=; Max-Age=0;/)]);
    expect(await stateRows()).toBe(0);
    expect((await enter()).member).toMatchObject({ memberId });
    const { members } = await it.accounts.listMembers({ offset: 0, limit: 10 });
    expect(members[0]!.signInMethods).toEqual(["password", "oidc"]);
  });

  test("is confirmed by an identity that is already linked, for which the provider asks for a new sign-in", async () => {
    person("u1", "ada@example.org");
    const { member } = await enter();
    person("u2", "ada@example.org");
    const { browser, problem } = await enter();
    expect(problem).toBe("link_required");
    person("u1", "ada@example.org");
    const prompt = async () => {
      const { url } = await it.signIn.startOidc(browser.visitor().headers);
      return new URL(url).searchParams.get("prompt");
    };
    expect(await prompt()).toBe("login");
    await enter(browser);
    await settle(browser);
    expect(await prompt()).toBeNull();
    for (const sub of ["u1", "u2"]) {
      person(sub, "ada@example.org");
      expect((await enter()).member).toEqual(member);
    }
    const { members } = await it.accounts.listMembers({ offset: 0, limit: 10 });
    expect(members[0]!.signInMethods).toEqual(["oidc"]);
  });

  test("is not linked when declined, later than ten minutes, twice, or by another account", async () => {
    await holder(email);
    const mallory = await holder("mallory@elsewhere.example");
    person("u1", email);
    const { browser } = await enter();
    const link = browser.cookies.get("priorart.oidc-link")!;
    mallory.cookies.set("priorart.oidc-link", link);
    expect(await awaits(mallory)).toBe(false);
    await expect(settle(mallory)).rejects.toMatchObject({ kind: "no link" });
    await byPassword(browser, email);
    await settle(browser, false);
    browser.cookies.set("priorart.oidc-link", link);
    expect(await awaits(browser)).toBe(false);
    await expect(settle(browser)).rejects.toThrow(/No identity is waiting to be linked/);
    expect((await enter()).problem).toBe("link_required");

    const late = (await enter()).browser;
    await byPassword(late, email);
    it.clock.ahead = 10 * MINUTES;
    expect(await awaits(late)).toBe(false);
    await expect(settle(late)).rejects.toMatchObject({ kind: "no link" });
    const without = new Browser();
    await byPassword(without, email);
    expect(await awaits(without)).toBe(false);
    await expect(settle(without)).rejects.toMatchObject({ kind: "no link" });
  });

  test("that another account has linked meanwhile stays with that account", async () => {
    await holder(email);
    person("u1", email);
    const { browser } = await enter();
    person("u1", "other@example.org");
    const other = await enter();
    expect(other.problem).toBeNull();
    await byPassword(browser, email);
    await expect(settle(browser)).rejects.toMatchObject({ kind: "no link" });
    expect((await enter()).member).toEqual(other.member);
  });
});

describe("failures", () => {
  test("of the provider are reported to the operator with the reason", async () => {
    provider.makeIdToken = () => "nonsense";
    expect(await enter()).toMatchObject({ problem: "provider_refused", member: null });
    expect(it.problems).toHaveLength(1);
    provider.reset();
    provider.document.token_endpoint = `https://localhost:${provider.server.port}/token`;
    await it.close();
    it = await openSignIn(withProvider());
    expect((await enter()).problem).toBe("provider_unavailable");
    expect(it.problems[0]!.message).toContain("its address is private");
  });

  test("of the visitor are not reported", async () => {
    const browser = new Browser();
    const { state } = await atProvider(browser);
    expect(await back(browser, { state: state!, error: "access_denied" })).toBe("cancelled");
    expect(it.problems).toEqual([]);
  });

  test("before the redirect are 'unavailable', and passwords still work", async () => {
    provider.document = { issuer: "https://elsewhere.example" };
    await expect(it.signIn.startOidc(new Headers())).rejects.toMatchObject({
      name: "SignInError",
      kind: "unavailable",
      message: "The identity provider does not respond; try again in a moment, or use a password",
    });
    expect(it.problems[0]!.message).toContain("PRIORART_OIDC_ISSUER");
    expect(await who(await holder("ada@example.org"))).not.toBeNull();
  });

  test("of the database are thrown, not reported as the provider's", async () => {
    const browser = new Browser();
    const query = await atProvider(browser);
    await it.db.schema.alterTable("sign_in_method").renameTo("elsewhere").execute();
    await expect(it.signIn.finishOidc(query, browser.visitor().headers)).rejects.toThrow(
      /no such table|does not exist/,
    );
  });

  test("without a provider, no operation starts or finishes a sign-in", async () => {
    await it.close();
    it = await openSignIn();
    const browser = await holder("ada@example.org");
    const { headers } = browser.visitor();
    const member = (await who(browser))!;
    await expect(it.signIn.startOidc(headers)).rejects.toMatchObject({ kind: "closed" });
    expect(await it.signIn.finishOidc({}, headers)).toEqual({ problem: "failed", cookies: [] });
    expect(await it.signIn.awaitsLink(member, headers)).toBe(false);
    await expect(it.signIn.settleLink({ member, confirm: true }, headers)).rejects.toMatchObject({
      kind: "closed",
    });
    expect(it.signIn.methods().oidc).toBeNull();
  });
});
