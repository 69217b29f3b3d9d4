import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dumpAccounts } from "./harness/account-rows.ts";
import { type ConsoleServer, goodPassword, newConsole, Visitor } from "./harness/console.ts";
import {
  client,
  comeBack,
  type IdentityProvider,
  signInAt,
  startProvider,
} from "./harness/identity-provider.ts";
import { priorart } from "./harness/shared-demo.ts";

/** The provider must know the way back before the server is there. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

for (const emailInIdToken of [true, false]) {
  describe(`a provider that tells the address ${emailInIdToken ? "in the ID token" : "when asked"}`, () => {
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
      });
      await server.start();
    });
    afterAll(async () => {
      await server?.dispose();
      await provider?.close();
    });

    async function enter(person: IdentityProvider["person"], visitor = new Visitor(server)) {
      provider.person = person;
      const { url } = await visitor.get("startOidc");
      const back = await signInAt(url, server.url);
      return { visitor, back, landed: await comeBack(visitor, back) };
    }

    it("is offered by its name, asked with PKCE, state and nonce, and makes a member of an open domain", async () => {
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

    it("knows a member again by the subject, even under another address", async () => {
      const first = await enter({ sub: "u2", email: "before@example.org", email_verified: true });
      const id = (await first.visitor.get("getSession")).member!.id;
      const again = await enter({ sub: "u2", email: "after@elsewhere.example", email_verified: true });
      expect((await again.visitor.get("getSession")).member!.id).toBe(id);
    });

    it("lets in whoever was invited or added, with the role of the invitation", async () => {
      await server.invite("boss@elsewhere.example", "--admin");
      const { visitor } = await enter({ sub: "u3", email: "boss@elsewhere.example", email_verified: true });
      expect((await visitor.get("getSession")).member).toMatchObject({ role: "admin" });
    });

    it("does not let in strangers, nor an address that it does not vouch for", async () => {
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

    it("joins a member who has a password, and takes over from one who only claimed the address", async () => {
      const invited = await server.member("both@elsewhere.example");
      const { visitor } = await enter({ sub: "u8", email: "both@elsewhere.example", email_verified: true });
      expect(await visitor.get("getSession")).toMatchObject({
        member: { id: (await invited.get("getSession")).member!.id },
      });
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

    it("is believed only in the browser that began, once, and with its own state", async () => {
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

    it("leaves nothing of its tokens or state in the file, and nobody's address in the log", async () => {
      const stored = dumpAccounts(server.data);
      expect(stored).not.toMatch(/eyJ[A-Za-z0-9_-]{10}/);
      expect(stored).not.toContain(client.secret);
      for (const text of ["@example.org", "@elsewhere.example", client.secret])
        expect(server.log).not.toContain(text);
    });
  });
}

describe("a provider that is away", () => {
  it("is said so, with 503, and passwords go on working", async () => {
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
