import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  badIdTokens,
  type FaultyProvider,
  faultyClient,
  signed,
  startFaultyProvider,
} from "../../src/accounts/sign-in/oidc/faulty-provider.case.ts";
import { dumpAccounts } from "./harness/account-rows.ts";
import { type ConsoleServer, goodPassword, newConsole, Visitor } from "./harness/console.ts";
import {
  client,
  comeBack,
  type IdentityProvider,
  signInAt,
  startProvider,
} from "./harness/identity-provider.ts";
import { priorart } from "./harness/prepare-demo.ts";

/** The provider must know the redirect URI before the server starts. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

/** Attempts are limited per address. */
let visitors = 0;
const nextAddress = () => `198.51.100.${++visitors % 250}`;

for (const emailInIdToken of [true, false]) {
  describe(`a provider that states the address ${emailInIdToken ? "in the ID token" : "when asked"}`, () => {
    let server: ConsoleServer;
    let provider: IdentityProvider;
    beforeAll(async () => {
      const home = `http://127.0.0.1:${await freePort()}`;
      provider = await startProvider({
        emailInIdToken,
        redirectUri: `${home}/console/auth/oauth2/callback/oidc`,
      });
      server = await newConsole({
        PRIORART_PORT: new URL(home).port,
        PRIORART_PUBLIC_URL: home,
        PRIORART_OIDC_ISSUER: provider.issuer,
        PRIORART_OIDC_CLIENT_ID: client.id,
        PRIORART_OIDC_CLIENT_SECRET: client.secret,
        PRIORART_OIDC_NAME: "The Institute",
        PRIORART_SIGN_UP: "example.org",
        PRIORART_TRUSTED_PROXIES: "127.0.0.1",
      });
      await server.start();
    });
    afterAll(async () => {
      await server?.dispose();
      await provider?.close();
    });

    async function enter(person: IdentityProvider["person"], visitor = new Visitor(server)) {
      provider.person = person;
      visitor.address = nextAddress();
      const { url } = await visitor.get("startOidc");
      const back = await signInAt(url, server.url);
      return { visitor, back, landed: await comeBack(visitor, back) };
    }

    it("is offered by its name, called with PKCE, state and nonce, and creates a member of an open domain", async () => {
      expect((await new Visitor(server).get("getSession")).signIn).toEqual({
        password: true,
        oidc: { name: "The Institute" },
        signUpDomains: ["example.org"],
      });
      const { visitor, landed } = await enter({ sub: "u1", email: "Ada@Example.org", email_verified: true });
      expect(landed).toBe("/console/");
      expect((await visitor.get("getSession")).member).toMatchObject({
        email: "ada@example.org",
        role: "member",
        emailVerified: true,
      });
      const asked = provider.requests.at(-1)!;
      expect(asked.get("code_challenge_method")).toBe("S256");
      for (const name of ["code_challenge", "state", "nonce"])
        expect(asked.get(name)!.length).toBeGreaterThan(20);
      expect((await visitor.get("generateToken", {})).scopes).toHaveLength(2);
    });

    it("identifies a member by the subject, whose new address gives access to no other account or invitation", async () => {
      const first = await enter({ sub: "u2", email: "before@example.org", email_verified: true });
      const id = (await first.visitor.get("getSession")).member!.id;
      await server.invite("chief@elsewhere.example", "--admin");
      for (const email of ["after@elsewhere.example", "chief@elsewhere.example", "ada@example.org"]) {
        const again = await enter({ sub: "u2", email, email_verified: true });
        expect([email, again.landed]).toEqual([email, "/console/"]);
        expect((await again.visitor.get("getSession")).member).toMatchObject({
          id,
          email: "before@example.org",
          role: "member",
        });
      }
      const chief = await enter({ sub: "u20", email: "chief@elsewhere.example", email_verified: true });
      expect((await chief.visitor.get("getSession")).member).toMatchObject({ role: "admin" });
    });

    it("signs in anyone who was invited or added, with the role of the invitation", async () => {
      await server.invite("boss@elsewhere.example", "--admin");
      const { visitor } = await enter({ sub: "u3", email: "boss@elsewhere.example", email_verified: true });
      expect((await visitor.get("getSession")).member).toMatchObject({ role: "admin" });
    });

    it("does not sign in strangers, nor an unverified address", async () => {
      for (const [person, problem] of [
        [{ sub: "u4", email: "eve@elsewhere.example", email_verified: true }, "not_invited"],
        [{ sub: "u5", email: "ada@example.org", email_verified: false }, "email_not_verified"],
        [{ sub: "u6", email: "ada@example.org" }, "email_not_verified"],
        [{ sub: "u7" }, "email_not_verified"],
        [null, "cancelled"],
      ] as const) {
        const { visitor, landed } = await enter(person);
        expect([person, landed]).toEqual([person, `/console/?problem=${problem}`]);
        expect(await visitor.email()).toBeNull();
      }
      const { stdout } = await priorart(server.data, "member", "list", "--json");
      expect(stdout).not.toContain("eve@");
    });

    describe("another identity with the address of an account", () => {
      const awaits = async (visitor: Visitor) => (await visitor.get("getSession")).awaitsLink;

      it("is not signed in, and linked when the account's holder signs in by password and confirms", async () => {
        const holder = await server.member("both@elsewhere.example");
        const { id } = (await holder.get("getSession")).member!;
        const person = { sub: "u8", email: "both@elsewhere.example", email_verified: true };
        const { visitor, landed } = await enter(person);
        expect(landed).toBe("/console/?problem=link_required");
        expect(await visitor.email()).toBeNull();
        expect(await awaits(visitor)).toBe(false);
        expect(await visitor.outcome("settleLink", { confirm: true })).toEqual([401, "UNAUTHORIZED"]);
        const session = await visitor.get("signIn", { email: person.email, password: goodPassword });
        expect(session).toMatchObject({ member: { id }, awaitsLink: true });
        expect((await enter(person)).landed).toBe("/console/?problem=link_required");
        expect(await visitor.get("settleLink", { confirm: true })).toMatchObject({ awaitsLink: false });
        expect(await visitor.outcome("settleLink", { confirm: true })).toEqual([403, "FORBIDDEN"]);
        const later = await enter(person);
        expect(later.landed).toBe("/console/");
        expect((await later.visitor.get("getSession")).member!.id).toBe(id);
      });

      it("is linked after a sign-in with the identity that the account already has", async () => {
        const known = { sub: "u10", email: "two@example.org", email_verified: true };
        const first = await enter(known);
        const { id } = (await first.visitor.get("getSession")).member!;
        const other = { ...known, sub: "u11" };
        const { visitor, landed } = await enter(other);
        expect([landed, await visitor.email()]).toEqual(["/console/?problem=link_required", null]);
        await enter(known, visitor);
        // The provider was asked (`prompt=login`) not to reuse its session.
        expect(provider.requests.at(-1)!.get("prompt")).toBe("login");
        expect(await awaits(visitor)).toBe(true);
        await visitor.get("settleLink", { confirm: true });
        expect((await (await enter(other)).visitor.get("getSession")).member!.id).toBe(id);
        expect((await (await enter(known)).visitor.get("getSession")).member!.id).toBe(id);
      });

      it("is not linked when declined, nor by another account, nor in another browser", async () => {
        const person = { sub: "u12", email: "three@elsewhere.example", email_verified: true };
        const holder = await server.member(person.email);
        const stranger = await server.member("mallory@elsewhere.example");
        const { visitor } = await enter(person);
        expect(await awaits(holder)).toBe(false);
        expect(await holder.outcome("settleLink", { confirm: true })).toEqual([403, "FORBIDDEN"]);
        await visitor.get("signIn", { email: "mallory@elsewhere.example", password: goodPassword });
        expect(await awaits(visitor)).toBe(false);
        expect(await visitor.outcome("settleLink", { confirm: true })).toEqual([403, "FORBIDDEN"]);
        expect(await stranger.email()).toBe("mallory@elsewhere.example");
        await visitor.get("signIn", { email: person.email, password: goodPassword });
        expect(await visitor.get("settleLink", { confirm: false })).toMatchObject({ awaitsLink: false });
        expect(await visitor.outcome("settleLink", { confirm: true })).toEqual([403, "FORBIDDEN"]);
        expect((await enter(person)).landed).toBe("/console/?problem=link_required");
      });

      it("does not use up an invitation to a new password", async () => {
        const email = "four@elsewhere.example";
        await server.member(email);
        await server.invite(email, "--admin");
        expect((await enter({ sub: "u13", email, email_verified: true })).landed).toBe(
          "/console/?problem=link_required",
        );
        const { stdout } = await priorart(server.data, "member", "list", "--json");
        const entry = JSON.parse(stdout).members.find((one: { email: string }) => one.email === email);
        expect(entry).toMatchObject({ role: "member", invitation: { expiresAt: expect.any(String) } });
      });
    });

    it("replaces an account with an unverified address", async () => {
      const claim = { email: "claimed@example.org", password: goodPassword };
      const claimant = new Visitor(server);
      await claimant.get("signUp", claim);
      await claimant.get("signIn", claim);
      const { secret: token, scopes } = await claimant.get("generateToken", {});
      expect(scopes).toEqual(["priorart:read"]);
      const owner = await enter({ sub: "u9", email: "claimed@example.org", email_verified: true });
      expect((await owner.visitor.get("getSession")).member).toMatchObject({ emailVerified: true });
      expect(await claimant.email()).toBeNull();
      expect(await claimant.outcome("signIn", claim)).toEqual([401, "UNAUTHORIZED"]);
      const status = await fetch(`${server.url}/api/v1/status`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      await status.body?.cancel();
      expect(status.status).toBe(401);
    });

    it("is accepted only in the browser that started it, once, and with its own state", async () => {
      provider.person = { sub: "u1", email: "ada@example.org", email_verified: true };
      const begun = new Visitor(server);
      const { url } = await begun.get("startOidc");
      const back = await signInAt(url, server.url);
      const other = new Visitor(server);
      expect(await comeBack(other, back)).toBe("/console/?problem=expired");
      expect(await other.email()).toBeNull();
      const changed = new URL(back);
      changed.searchParams.set("state", "x".repeat(32));
      expect(await comeBack(begun, changed.href)).toBe("/console/?problem=expired");
      const again = await enter(provider.person);
      expect(again.landed).toBe("/console/");
      expect(await comeBack(new Visitor(server), again.back)).toBe("/console/?problem=expired");
      expect(await comeBack(new Visitor(server), `${server.url}/console/auth/oauth2/callback/oidc`)).toMatch(
        /^\/console\/\?problem=/,
      );
    });

    it("leaves no token or state in the file, and no address in the log", async () => {
      const stored = dumpAccounts(server.data);
      expect(stored).not.toMatch(/eyJ[\w-]{10,}\.eyJ/);
      expect(stored).not.toContain(client.secret);
      for (const text of ["@example.org", "@elsewhere.example", client.secret])
        expect(server.log).not.toContain(text);
    });
  });
}

describe("a provider whose responses are not acceptable", () => {
  let server: ConsoleServer;
  let provider: FaultyProvider;
  beforeAll(async () => {
    provider = await startFaultyProvider();
    server = await newConsole({
      PRIORART_OIDC_ISSUER: provider.issuer,
      PRIORART_OIDC_CLIENT_ID: faultyClient.id,
      PRIORART_OIDC_CLIENT_SECRET: faultyClient.secret,
      PRIORART_SIGN_UP: "example.org",
      PRIORART_TRUSTED_PROXIES: "127.0.0.1",
    });
    await server.start();
  });
  beforeEach(() => provider.reset());
  afterAll(async () => {
    await server?.dispose();
    await provider?.close();
  });

  async function enter() {
    const visitor = new Visitor(server);
    visitor.address = nextAddress();
    const { url } = await visitor.get("startOidc");
    return { visitor, landed: await comeBack(visitor, await signInAt(url, server.url)) };
  }

  it("signs in with a good ID token", async () => {
    const { visitor, landed } = await enter();
    expect([landed, await visitor.email()]).toEqual(["/console/", "ada@example.org"]);
  });

  it.each(badIdTokens)("an ID token %s ends at provider_refused, signed out", async (_, makeIdToken) => {
    provider.makeIdToken = makeIdToken;
    const { visitor, landed } = await enter();
    expect([landed, await visitor.email()]).toEqual(["/console/?problem=provider_refused", null]);
  });

  it("so does a token endpoint that fails, and a userinfo endpoint with another subject", async () => {
    provider.tokenResponse = () => ({ status: 500, body: "hush" });
    expect((await enter()).landed).toBe("/console/?problem=provider_refused");
    provider.reset();
    provider.makeIdToken = (claims) => signed({ ...claims, email: undefined });
    provider.userInfo = { sub: "u2", email: "ada@example.org", email_verified: true };
    expect((await enter()).landed).toBe("/console/?problem=provider_refused");
  });

  it("leaves the reason in the log, without names, tokens or secrets", () => {
    expect(server.log).toContain("sign-in through the identity provider failed");
    expect(server.log).toMatch(/nonce/);
    expect(server.log).not.toMatch(/ada@|eyJ|hush|a:b%c/);
  });
});

describe("an unreachable provider", () => {
  it("is reported with 503, and passwords still work", async () => {
    const server = await newConsole({
      PRIORART_OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
      PRIORART_OIDC_CLIENT_ID: "x",
      PRIORART_OIDC_CLIENT_SECRET: "y",
    });
    try {
      await server.start();
      const ada = await server.member("ada@example.org");
      expect(await ada.outcome("startOidc")).toEqual([503, "SERVICE_UNAVAILABLE"]);
      expect(await ada.email()).toBe("ada@example.org");
      expect(server.log).toContain("could not be used");
    } finally {
      await server.dispose();
    }
  });
});
