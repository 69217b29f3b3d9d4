import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleOperationList } from "../../src/contract/api/console/operations.ts";
import { dumpAccounts } from "./harness/account-rows.ts";
import { type ConsoleServer, goodPassword, newConsole, Visitor } from "./harness/console.ts";
import { priorart } from "./harness/prepare-demo.ts";

let server: ConsoleServer;
beforeAll(async () => {
  server = await newConsole({ PRIORART_TRUSTED_PROXIES: "127.0.0.1" });
  await server.start();
});
afterAll(() => server?.dispose());

let lastAddress = 0;
/** Attempts are counted per address: each visitor has a different one. */
function visitor(): Visitor {
  const made = new Visitor(server);
  made.address = `198.51.100.${++lastAddress}`;
  return made;
}

describe("an invitation of the command line", () => {
  it("creates the first administrator, who is signed in immediately", async () => {
    const { stdout } = await priorart(server.data, "member", "add", "Root@Example.org", "--admin");
    const secret = /\/console\/invitation\/(\S+)/.exec(stdout)![1]!;
    const root = visitor();
    expect(await root.get("findInvitation", { secret })).toMatchObject({
      email: "root@example.org",
      role: "admin",
    });
    const session = await root.get("acceptInvitation", { secret, password: goodPassword });
    expect(session.member).toMatchObject({ email: "root@example.org", role: "admin", emailVerified: true });
    expect(await root.get("getSession")).toEqual(session);
    expect(session.signIn).toEqual({ password: true, oidc: null, signUpDomains: [] });
  });

  it("is refused when replayed, invented or truncated, each with its reason", async () => {
    const secret = await server.invite("replay@example.org");
    const accept = { secret, password: goodPassword };
    expect(await visitor().outcome("acceptInvitation", accept)).toEqual([200, undefined]);
    expect(await visitor().outcome("acceptInvitation", accept)).toEqual([403, "FORBIDDEN"]);
    const { body } = await visitor().ask("findInvitation", { secret });
    expect((body as { error: string }).error).toMatch(/already been used/);
    for (const wrong of [secret.slice(1), "x", `${secret} `])
      expect(await visitor().outcome("findInvitation", { secret: wrong })).toEqual([404, "NOT_FOUND"]);
  });

  it("needs a password of 10 to 200 characters", async () => {
    const secret = await server.invite("lengths@example.org");
    for (const password of ["x".repeat(9), "😀".repeat(9), "x".repeat(201)])
      expect(await visitor().outcome("acceptInvitation", { secret, password })).toEqual([
        400,
        "INVALID_QUERY",
      ]);
    const password = "😀".repeat(200);
    expect(await visitor().outcome("acceptInvitation", { secret, password })).toEqual([200, undefined]);
    expect(await visitor().outcome("signIn", { email: "lengths@example.org", password })).toEqual([
      200,
      undefined,
    ]);
  });
});

describe("signing in and out", () => {
  it("answers wrong passwords and unknown accounts with one message, in similar time", async () => {
    await server.member("timed@example.org");
    const times = { known: [] as number[], unknown: [] as number[] };
    const messages = new Set<string>();
    for (let round = 0; round < 5; round++) {
      for (const [kind, email] of [
        ["known", "timed@example.org"],
        ["unknown", `nobody-${round}@example.org`],
      ] as const) {
        const started = performance.now();
        const { status, body } = await visitor().ask("signIn", { email, password: "not the password" });
        times[kind].push(performance.now() - started);
        messages.add(`${status} ${JSON.stringify(body)}`);
      }
    }
    expect([...messages]).toEqual([expect.stringContaining("E-mail and password do not match")]);
    // The hash takes tens of milliseconds; answering without it would be ten times faster, or more.
    const fastest = (list: number[]) => Math.min(...list);
    expect(fastest(times.unknown)).toBeGreaterThan(fastest(times.known) / 3);
    expect(fastest(times.unknown)).toBeLessThan(fastest(times.known) * 3);
  });

  it("locks an account for the hour after ten wrong passwords, also across a crash of the server", async () => {
    await server.member("locked@example.org");
    const attempt = (password: string) => visitor().ask("signIn", { email: "Locked@example.org", password });
    for (let i = 0; i < 10; i++) expect((await attempt("not the password")).status).toBe(401);
    await server.stop("SIGKILL");
    await server.start();
    const refusal = await attempt(goodPassword);
    expect([refusal.status, (refusal.body as { code: string }).code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(3000);
  });

  it("counts attempts per client address, 30 a minute", async () => {
    const stranger = visitor();
    for (let i = 0; i < 30; i++)
      expect(await stranger.outcome("findInvitation", { secret: "nonsense" })).toEqual([404, "NOT_FOUND"]);
    expect(await stranger.outcome("signIn", { email: "a@example.org", password: "x" })).toEqual([
      429,
      "RATE_LIMITED",
    ]);
    expect(await visitor().outcome("signIn", { email: "a@example.org", password: "x" })).toEqual([
      401,
      "UNAUTHORIZED",
    ]);
  });

  it("ends the session for good: its cookie, kept, is refused", async () => {
    const ada = await server.member("leaving@example.org");
    const kept = new Map(ada.cookies);
    expect(await ada.email()).toBe("leaving@example.org");
    await ada.get("signOut");
    expect([ada.cookies.size, await ada.email()]).toEqual([0, null]);
    for (const [name, value] of kept) ada.cookies.set(name, value);
    expect(await ada.email()).toBeNull();
  });

  it("creates a new session at each sign-in", async () => {
    const ada = await server.member("rotating@example.org");
    const before = ada.cookies.get("priorart.session")!;
    await ada.get("signIn", { email: "rotating@example.org", password: goodPassword });
    expect(ada.cookies.get("priorart.session")).not.toBe(before);
    ada.cookies.set("priorart.session", before);
    expect(await ada.email()).toBeNull();
  });

  it("a new password ends the sessions of other browsers, not this one's", async () => {
    const here = await server.member("careful@example.org");
    const there = visitor();
    await there.get("signIn", { email: "careful@example.org", password: goodPassword });
    const change = { currentPassword: goodPassword, newPassword: "a better password" };
    expect(await here.outcome("changePassword", { ...change, currentPassword: "wrong one" })).toEqual([
      401,
      "UNAUTHORIZED",
    ]);
    await here.get("changePassword", change);
    expect([await here.email(), await there.email()]).toEqual(["careful@example.org", null]);
  });

  it("sign-up is closed unless domains are listed", async () => {
    const sent = { email: "new@example.org", password: goodPassword };
    expect(await visitor().outcome("signUp", sent)).toEqual([403, "FORBIDDEN"]);
  });
});

describe("without a session", () => {
  it("every operation for members answers 401, also with invalid or foreign session cookies", async () => {
    const forged = visitor();
    forged.cookies.set("priorart.session", "abcdefghijklmnopqrstuvwxyz012345.c2lnbmF0dXJl");
    for (const { id, role } of consoleOperationList.filter(({ role }) => role !== "anyone")) {
      for (const stranger of [visitor(), forged])
        expect([id, role, ...(await stranger.outcome(id, { id: "x" } as object))]).toEqual([
          id,
          role,
          401,
          "UNAUTHORIZED",
        ]);
    }
  });

  it("a bearer token is not a session, and a session is not a token", async () => {
    const ada = await server.member("both@example.org");
    const { secret } = await ada.get("generateToken", {});
    expect(await visitor().outcome("getToken", {}, { Authorization: `Bearer ${secret}` })).toEqual([
      401,
      "UNAUTHORIZED",
    ]);
    const withCookie = await fetch(`${server.url}/api/v1/status`, { headers: ada.headers() });
    expect(withCookie.status).toBe(401);
    await withCookie.body?.cancel();
  });
});

describe("a request from another site's page", () => {
  it("is refused for every operation that changes something, by each of the three headers", async () => {
    const ada = await server.member("target@example.org", "--admin");
    const signs: Record<string, string | null>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: `${server.url}0` },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "X-Console-Request": null, Origin: null, "Sec-Fetch-Site": null },
    ];
    for (const { id } of consoleOperationList.filter(({ method }) => method === "POST"))
      for (const sign of signs)
        expect([id, sign, ...(await ada.outcome(id, { id: "x" } as object, sign))]).toEqual([
          id,
          sign,
          403,
          "FORBIDDEN",
        ]);
    expect(await ada.email()).toBe("target@example.org");
  });

  it("cannot read the response either: no other origin is allowed", async () => {
    const response = await fetch(`${server.url}/console/api/session`, {
      method: "OPTIONS",
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
    });
    await response.body?.cancel();
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });
});

describe("what is stored", () => {
  it("contains no password, link secret or token; and the log contains no address, e-mail or secret", async () => {
    const secret = await server.invite("private@example.org");
    const ada = visitor();
    await ada.get("acceptInvitation", { secret, password: goodPassword });
    const { secret: token } = await ada.get("generateToken", {});
    await ada.ask("signIn", { email: "private@example.org", password: "not the password" });
    const stored = dumpAccounts(server.data);
    for (const text of [goodPassword, secret, token, ada.address!]) expect(stored).not.toContain(text);
    for (const text of [goodPassword, secret, token, ada.address!, "@example.org", "priorart.session="])
      expect(server.log).not.toContain(text);
    expect(server.log).toContain('"route":"/console/auth/sign-in"');
  });
});
