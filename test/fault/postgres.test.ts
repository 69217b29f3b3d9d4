/** Three servers on one PostgreSQL and one folder of snapshots: what they share, and what one's failure leaves. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresBinaries, startPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { type Finished, type Running, run, start } from "../acceptance/cli-harness.ts";

/** Under CI its absence is a failure. */
const absent = postgresBinaries() === null && process.env.CI !== "true";

let postgres: TestPostgres;
let data: string;
const servers: (Running & { url: string })[] = [];
const settings = () => ({
  PRIORART_DATABASE_URL: postgres.url(),
  PRIORART_SECRET: "one-secret-for-all-servers-of-this-test",
  PRIORART_LIMIT_CONCURRENCY_WAIT: "60000",
});

const priorart = (...args: string[]): Promise<Finished> =>
  run([...args, "--data", data], { env: settings() });

async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await priorart(...args);
  if (code !== 0) throw new Error(`priorart ${args.join(" ")} ended with ${code}:\n${stderr}`);
  return stdout.trim();
}

async function serve(): Promise<Running & { url: string }> {
  const running = start(["serve", "--data", data], { env: settings() });
  const url = (await running.line(/^Listening on /)).replace("Listening on ", "");
  const server = { ...running, url };
  servers.push(server);
  return server;
}

async function newToken(name: string): Promise<string> {
  await succeed("member", "add", `${name}@example.org`);
  return (await succeed("token", "issue", `${name}@example.org`)).replace("Token: ", "");
}

const ask = (address: string, token: string, body?: unknown) =>
  fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const search = async (url: string, token: string) => {
  const response = await ask(`${url}/api/v1/search/projects`, token, { query: "wallet", limit: 1 });
  await response.arrayBuffer();
  return response;
};

describe.skipIf(absent)("three servers on one PostgreSQL", () => {
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    data = await mkdtemp(join(tmpdir(), "priorart-servers-"));
    await succeed("migrate");
    await succeed("demo");
    for (let i = 0; i < 3; i++) await serve();
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill("SIGKILL");
    await Promise.all(servers.map(({ finished }) => finished));
    await postgres?.remove();
    if (data !== undefined) await rm(data, { recursive: true, force: true });
  });

  it("count exactly: of 3 × 50 parallel searches of an account 30 are answered, one more or less", async () => {
    const token = await newToken("ada");
    const outcomes: number[] = [];
    // Places are waited for by eight at a time; a request without a place has not been counted.
    const client = async (url: string) => {
      for (;;) {
        const { status, headers } = await search(url, token);
        if (status === 429 && headers.get("ratelimit")?.startsWith('"search"') !== true) {
          await pause(50);
          continue;
        }
        outcomes.push(status);
        return;
      }
    };
    await Promise.all(servers.flatMap(({ url }) => Array.from({ length: 50 }, () => client(url))));
    expect(outcomes).toHaveLength(150);
    expect(new Set(outcomes)).toEqual(new Set([200, 429]));
    expect(Math.abs(outcomes.filter((status) => status === 200).length - 30)).toBeLessThanOrEqual(1);
  });

  it("accept a token that another one's administrator issued or revoked, immediately", async () => {
    const token = await newToken("grace");
    for (const { url } of servers) expect((await ask(`${url}/api/v1/status`, token)).status).toBe(200);
    await succeed("token", "revoke", "grace@example.org");
    for (const { url } of servers) expect((await ask(`${url}/api/v1/status`, token)).status).toBe(401);
  });

  it("hide a withdrawn project within a second", async () => {
    const token = await newToken("hedy");
    const found = await ask(`${servers[0]!.url}/api/v1/search/projects`, token, {
      query: "",
      limit: 1,
    });
    const { results } = (await found.json()) as { results: { slug: string }[] };
    const path = `/api/v1/projects/by-slug/${encodeURIComponent(results[0]!.slug)}`;
    expect((await ask(`${servers[0]!.url}${path}`, token)).status).toBe(200);
    await succeed("remove", "project", results[0]!.slug);
    await pause(1_000);
    for (const { url } of servers) expect((await ask(`${url}${path}`, token)).status).toBe(404);
  });

  it("do not serve without the shared secret, nor with a webhook without its own, and say how to make it", async () => {
    for (const [env, name] of [
      [{ PRIORART_SECRET: "" }, "PRIORART_SECRET"],
      [{ PRIORART_ESCALATION_WEBHOOK: "http://127.0.0.1:9/in" }, "PRIORART_ESCALATION_SECRET"],
    ] as const) {
      const { code, stderr } = await run(["serve", "--data", data], { env: { ...settings(), ...env } });
      expect(code).toBe(2);
      expect(stderr).toContain(`${name} must be set with PRIORART_DATABASE_URL`);
      expect(stderr).toContain("openssl rand");
    }
  });

  it("lock out a second publish and a second reading of sources", async () => {
    const both = await Promise.all([priorart("publish", "--refit"), priorart("publish", "--refit")]);
    const refused = both.filter(({ code }) => code !== 0);
    expect(refused.length).toBeLessThanOrEqual(1);
    for (const { stderr } of refused) expect(stderr).toContain("another publish is running");
  });

  it("keep their counts when one is killed, and free its places", async () => {
    const token = await newToken("edith");
    for (let i = 0; i < 5; i++) expect((await search(servers[i % 3]!.url, token)).status).toBe(200);
    const killed = servers.pop()!;
    killed.child.kill("SIGKILL");
    await killed.finished;
    const { headers, status } = await search(servers[0]!.url, token);
    expect(status).toBe(200);
    expect(headers.get("ratelimit")).toContain("r=24;");
    await serve();
    expect((await search(servers[2]!.url, token)).headers.get("ratelimit")).toContain("r=23;");
  });

  it("survive a crash of PostgreSQL under load: no 5xx after 5 s, and no acknowledged write is lost", async () => {
    const token = await newToken("mary");
    const stopping = new AbortController();
    const failures: number[] = [];
    let restarted = Number.POSITIVE_INFINITY;
    let answered = 0;
    const load = servers.map(async ({ url }) => {
      while (!stopping.signal.aborted) {
        const { status } = await ask(`${url}/api/v1/status`, token);
        if (status >= 500) failures.push(performance.now() - restarted);
        else answered++;
        await pause(20);
      }
    });
    const acknowledged: string[] = [];
    const writer = (async () => {
      for (let i = 0; !stopping.signal.aborted && i < 200; i++) {
        const message = `written under load, number ${i} of the test`;
        const sender = servers[i % 3]!.url;
        const response = await ask(`${sender}/api/v1/feedback`, token, {
          category: "other",
          severity: "low",
          message,
        }).catch(() => null);
        if (response?.status === 200 || response?.status === 201) acknowledged.push(message);
        await pause(100);
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(2);
    const counted = performance.now();
    expect((await search(servers[0]!.url, token)).status).toBe(200);
    await postgres.crash();
    await pause(1_000);
    await postgres.start();
    restarted = performance.now();
    // What was counted is forgotten, so that the minute is used up.
    await expect.poll(async () => (await search(servers[1]!.url, token)).status).not.toBe(503);
    if (performance.now() - counted < 50_000) expect((await search(servers[1]!.url, token)).status).toBe(429);
    await pause(7_000);
    const before = answered;
    await expect.poll(() => answered).toBeGreaterThan(before + 20);
    stopping.abort();
    await Promise.all([...load, writer]);
    expect(failures.filter((after) => after > 5_000)).toEqual([]);
    const listed = await succeed("feedback", "list", "--json");
    for (const message of acknowledged) expect(listed).toContain(message);
  });
});
