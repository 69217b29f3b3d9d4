/** Validity, expiry and revocation of tokens on a running server. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changeTokens, dumpAccounts } from "./harness/account-rows.ts";
import { addMember, issueToken, priorart } from "./harness/prepare-demo.ts";
import { outcome, useService } from "./harness/service.ts";

/** Bad tokens are counted per address: each test uses a different one. */
const service = useService({ env: { PRIORART_TRUSTED_PROXIES: "127.0.0.1" } });
let lastAddress = 0;
const newAddress = () => ({ "X-Forwarded-For": `198.51.100.${++lastAddress}` });
const statusOf = async (token: string) =>
  (await service().ask("getStatus", { token, headers: newAddress() })).status;

describe("a token", () => {
  it("is valid until it expires, to the millisecond", async () => {
    const token = await addMember(service().data, "expiring@example.org");
    const soon = Date.now() + 30_000;
    changeTokens(service().data, "expiring@example.org", { expires_at: soon });
    expect((await service().get("getStatus", { token })).expiresAt).toBe(new Date(soon).toISOString());
    changeTokens(service().data, "expiring@example.org", { expires_at: Date.now() - 1 });
    for (const id of ["getStatus", "getFilters"] as const)
      expect(outcome(await service().refusal(id, { token, headers: newAddress() }))).toEqual([
        401,
        "UNAUTHORIZED",
      ]);
  });

  it("ends immediately when it is revoked", async () => {
    const token = await addMember(service().data, "revoked@example.org");
    expect(await statusOf(token)).toBe(200);
    await priorart(service().data, "token", "revoke", "revoked@example.org");
    expect(await statusOf(token)).toBe(401);
  });

  it("ends immediately when a new one is issued, which is valid", async () => {
    const old = await addMember(service().data, "renewed@example.org");
    expect(await statusOf(old)).toBe(200);
    const renewed = await issueToken(service().data, "renewed@example.org");
    expect([await statusOf(old), await statusOf(renewed)]).toEqual([401, 200]);
  });

  it("has only the scopes that it was issued for", async () => {
    await addMember(service().data, "reader@example.org");
    const { stdout } = await priorart(
      service().data,
      "token",
      "issue",
      "reader@example.org",
      "--scope",
      "read",
    );
    const token = /pa_\w+/.exec(stdout)![0];
    expect((await service().get("getStatus", { token })).scope).toBe("priorart:read");
  });

  it("of one member does not affect another's", async () => {
    await issueToken(service().data, "ada@example.org");
    expect([await statusOf(service().tokens.ada), await statusOf(service().tokens.bob)]).toEqual([401, 200]);
  });

  it("may be sent with the scheme in any case", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER", "Bearer "]) {
      const headers = { Authorization: `${scheme} ${service().tokens.bob}` };
      expect((await service().ask("getStatus", { token: null, headers })).status).toBe(200);
    }
  });

  it("is stored only as a digest", () => {
    const stored = dumpAccounts(service().data);
    for (const token of Object.values(service().tokens)) {
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(token.slice(3, 43));
    }
  });

  it("of the demo is stored for the next start, readable only by its owner", async () => {
    const file = join(service().data, "demo-token");
    expect((await readFile(file, "utf8")).trim()).toBe(service().tokens.demo);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

describe("anything that is not a token", () => {
  const wrong = (token: string): [string, string][] => {
    const other = token.endsWith("0") ? "1" : "0";
    return [
      ["a scheme alone", "Bearer"],
      ["another scheme", `Basic ${token}`],
      ["no scheme", token],
      ["a prefix alone", "Bearer pa_"],
      ["a wrong checksum", `Bearer ${token.slice(0, -1)}${other}`],
      ["a changed letter", `Bearer ${token.slice(0, 10)}${token[10] === "x" ? "y" : "x"}${token.slice(11)}`],
      ["a character too few", `Bearer ${token.slice(0, -1)}`],
      ["a character too many", `Bearer ${token}0`],
      ["another prefix", `Bearer PA_${token.slice(3)}`],
      ["quotes", `Bearer "${token}"`],
      ["two tokens", `Bearer ${token}, Bearer ${token}`],
      ["a very long one", `Bearer pa_${"x".repeat(8_000)}`],
      ["a word", "Bearer undefined"],
    ];
  };

  it("is refused with 401", async () => {
    for (const [name, Authorization] of wrong(service().tokens.bob)) {
      const headers = { Authorization, ...newAddress() };
      const refusal = await service().refusal("getFilters", { token: null, headers });
      expect([name, ...outcome(refusal)]).toEqual([name, 401, "UNAUTHORIZED"]);
      expect(refusal.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
  });

  it("is refused with 429 from the 31st in a minute on; valid tokens, no token and other addresses are not", async () => {
    const here = newAddress();
    const refuse = (headers: Record<string, string>) =>
      service().refusal("getStatus", { token: "pa_wrong", headers });
    for (let i = 0; i < 30; i++) expect((await refuse(here)).status).toBe(401);
    const refusal = await refuse(here);
    expect(outcome(refusal)).toEqual([429, "RATE_LIMITED"]);
    const wait = Number(refusal.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await service().ask("getStatus", { headers: here })).status).toBe(200);
    expect((await service().ask("getStatus", { headers: here, token: null })).status).toBe(401);
    expect((await refuse(newAddress())).status).toBe(401);
    // Entries that the caller put before the proxy's own are ignored.
    const disguised = { "X-Forwarded-For": `203.0.113.9, ${here["X-Forwarded-For"]}` };
    expect((await refuse(disguised)).status).toBe(429);
  });
});
