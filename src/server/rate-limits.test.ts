/** Rate limits, concurrency slots, bad tokens. */
import { request } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseIpRange } from "../contract/values/ip-ranges.ts";
import {
  caller,
  openLimits,
  type RunningServer,
  rateLimitResult,
  refusedResult,
  startServer,
} from "./fakes.case.ts";
import type { ServerPorts } from "./ports.ts";

let server: RunningServer;
const start = async (change: Partial<ServerPorts>) => {
  server = await startServer(change);
};
afterEach(() => server.close());
/** Longer than vitest's default of one second, for machines under load. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });

/** A use case that ends when the test releases it. */
function gate() {
  const waiting: (() => void)[] = [];
  const execute = () => new Promise<object>((resolve) => waiting.push(() => resolve({})));
  const open = () => {
    for (const finish of waiting.splice(0)) finish();
  };
  return { execute, waiting, open };
}

const fields = (response: Response) => ({
  policy: response.headers.get("ratelimit-policy"),
  state: response.headers.get("ratelimit"),
  retry: response.headers.get("retry-after"),
});

describe("rate limits", () => {
  it("are in the headers of a limited 2xx, and of a request that validation refuses, which counts too", async () => {
    const counted: string[] = [];
    const consume = async (group: string, accountId: string) => {
      counted.push(`${group} ${accountId}`);
      return rateLimitResult({ remaining: 28, resetSeconds: 41 });
    };
    await start({ limits: { ...openLimits(), consume } });
    const expected = { policy: '"search";q=30;w=60', state: '"search";r=28;t=41', retry: null };
    const good = await server.post("/api/v1/search/projects", {});
    expect([good.status, fields(good)]).toEqual([200, expected]);
    const bad = await server.post("/api/v1/search/archives", {});
    expect([bad.status, fields(bad)]).toEqual([400, expected]);
    expect(counted).toEqual([`search ${caller.accountId}`, `search ${caller.accountId}`]);
  });

  it("refuse with 429, Retry-After and the same fields", async () => {
    await start({ limits: { ...openLimits(), consume: async () => refusedResult } });
    const response = await server.post("/api/v1/search/projects", {});
    expect(response.status).toBe(429);
    expect(fields(response)).toEqual({
      policy: '"search";q=30;w=60',
      state: '"search";r=0;t=17',
      retry: "17",
    });
    expect(await response.json()).toMatchObject({ code: "RATE_LIMITED", retryable: true });
  });

  it("never return a wait below one second", async () => {
    const consume = async () => ({ ...refusedResult, retryAfterSeconds: 0 });
    await start({ limits: { ...openLimits(), consume } });
    const response = await server.post("/api/v1/search/projects", {});
    expect(fields(response).retry).toBe("1");
    expect(await response.json()).toMatchObject({
      error: "At most 30 search requests per 60 s; wait 1 s, then retry",
    });
  });

  it("omit the headers if a limit is off or an operation has none", async () => {
    await start({});
    expect(fields(await server.post("/api/v1/search/projects", {})).policy).toBeNull();
    expect(fields(await server.send("GET", "/api/v1/filters")).policy).toBeNull();
  });
});

describe("concurrency slots", () => {
  it("are held until the response ends, then released; status takes none", async () => {
    const limits = openLimits(2);
    const { execute, waiting, open } = gate();
    await start({ limits, execute });
    const slow = [server.send("GET", "/api/v1/filters"), server.send("GET", "/api/v1/categories")];
    await until(() => expect(waiting).toHaveLength(2));
    const third = await server.send("GET", "/api/v1/filters");
    expect(third.status).toBe(429);
    expect(fields(third)).toEqual({
      policy: '"concurrency";q=2;qu="concurrent-requests"',
      state: '"concurrency";r=0;t=1',
      retry: "1",
    });
    const status = server.send("GET", "/api/v1/status");
    await until(() => expect(waiting).toHaveLength(3));
    open();
    expect((await status).status).toBe(200);
    for (const response of await Promise.all(slow)) expect(response.status).toBe(200);
    await until(() => expect(limits.inFlight()).toBe(0));
  });

  it("are never more than two under fifty parallel requests, over fifty connections", async () => {
    const limits = openLimits(2);
    const { execute, waiting, open } = gate();
    let most = 0;
    await start({
      limits,
      execute: () => {
        most = Math.max(most, limits.inFlight());
        return execute();
      },
    });
    let answered = 0;
    const crowd = Array.from({ length: 50 }, async () => {
      const { status, headers } = await server.post("/api/v1/feedback", { category: "other", message: "x" });
      answered++;
      return `${status} ${headers.get("retry-after")}`;
    });
    // All others are refused before the first two may end.
    await until(() => expect(answered).toBe(48));
    expect([waiting.length, most]).toEqual([2, 2]);
    open();
    const outcomes = (await Promise.all(crowd)).sort();
    expect(outcomes).toEqual(["201 null", "201 null", ...Array(48).fill("429 1")]);
    await until(() => expect(limits.inFlight()).toBe(0));
  });

  it("are released one after another: a client that waits for each response is never refused", async () => {
    const limits = openLimits(1);
    await start({ limits });
    for (let i = 0; i < 100; i++) {
      expect((await server.post("/api/v1/search/projects", {})).status).toBe(200);
    }
  });

  it("are held until the work has ended, even if the client has disconnected", async () => {
    const limits = openLimits(1);
    const { execute, waiting, open } = gate();
    await start({ limits, execute });
    const gone = new AbortController();
    const lost = server.send("GET", "/api/v1/filters", { signal: gone.signal }).catch(() => "aborted");
    await until(() => expect(waiting).toHaveLength(1));
    gone.abort();
    expect(await lost).toBe("aborted");
    // A request after the disconnect was noticed is still refused.
    for (let i = 0; i < 5; i++) expect((await server.send("GET", "/api/v1/filters")).status).toBe(429);
    expect(limits.inFlight()).toBe(1);
    open();
    await until(() => expect(limits.inFlight()).toBe(0));
  });

  it("are queued for by a request beyond the limit, which is then answered", async () => {
    const limits = openLimits(2, 60_000);
    const { execute, waiting, open } = gate();
    let most = 0;
    await start({
      limits,
      execute: () => {
        most = Math.max(most, limits.inFlight());
        return execute();
      },
    });
    const crowd = Array.from({ length: 10 }, () => server.send("GET", "/api/v1/filters"));
    const refused = server.send("GET", "/api/v1/filters");
    expect((await Promise.race([...crowd, refused])).status).toBe(429);
    const answered = Promise.allSettled([...crowd, refused]);
    const statuses: number[] = [];
    void answered.then((all) => {
      for (const one of all) if (one.status === "fulfilled") statuses.push(one.value.status);
    });
    await until(() => {
      open();
      expect(statuses).toHaveLength(11);
    });
    expect([most, waiting.length]).toEqual([2, 0]);
    expect(statuses.sort()).toEqual([...Array(10).fill(200), 429]);
  });

  it("are not queued for by a client that has disconnected", async () => {
    const limits = openLimits(1, 60_000);
    const { execute, waiting, open } = gate();
    await start({ limits, execute });
    const first = server.send("GET", "/api/v1/filters");
    await until(() => expect(waiting).toHaveLength(1));
    const gone = new AbortController();
    const lost = server.send("GET", "/api/v1/categories", { signal: gone.signal }).catch(() => "aborted");
    await until(() => expect(limits.waiting()).toBe(1));
    gone.abort();
    await lost;
    await until(() => expect(limits.waiting()).toBe(0));
    open();
    expect((await first).status).toBe(200);
    expect(waiting).toHaveLength(0);
  });

  it("are released when the client disconnects while sending its body", async () => {
    const limits = openLimits(1);
    await start({ limits });
    const upload = request(`${server.address}/api/v1/search/projects`, {
      method: "POST",
      headers: { Authorization: "Bearer pa_good", "Content-Length": "1000" },
    });
    upload.on("error", () => {});
    upload.write("{");
    await until(() => expect(limits.inFlight()).toBe(1));
    upload.destroy();
    await until(() => expect(limits.inFlight()).toBe(0));
    expect(server.recorded.executed).toEqual([]);
  });

  it("are released after every refusal", async () => {
    const limits = openLimits(1);
    await start({ limits: { ...limits, consume: async () => refusedResult } });
    await server.post("/api/v1/search/projects", {});
    await until(() => expect(limits.inFlight()).toBe(0));
  });
});

describe("bad tokens", () => {
  const bad = (forwarded?: string) => ({
    headers: { Authorization: "Bearer pa_bad", ...(forwarded && { "X-Forwarded-For": forwarded }) },
  });
  const counting = () => {
    const addresses: string[] = [];
    const badToken = async (address: string) => {
      addresses.push(address);
      const tries = addresses.filter((other) => other === address).length;
      return rateLimitResult(tries > 2 ? { ...refusedResult, limit: 2 } : { limit: 2 });
    };
    return { addresses, limits: { ...openLimits(), badToken } };
  };

  it("are refused with 429 beyond the limit, while a valid token is accepted", async () => {
    const { limits } = counting();
    await start({ limits });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await server.send("GET", "/api/v1/status", bad())).status);
    expect(statuses).toEqual([401, 401, 429, 429]);
    const last = await server.send("GET", "/api/v1/status", bad());
    expect(fields(last)).toEqual({
      policy: '"bad-tokens";q=2;w=60',
      state: '"bad-tokens";r=0;t=17',
      retry: "17",
    });
    expect((await server.send("GET", "/api/v1/status")).status).toBe(200);
  });

  it("count for the socket's address, regardless of X-Forwarded-For", async () => {
    const { limits, addresses } = counting();
    await start({ limits });
    await server.send("GET", "/api/v1/status", bad("203.0.113.9"));
    expect(addresses).toEqual(["127.0.0.1"]);
  });

  it.each([
    [["127.0.0.1"], "203.0.113.9", "203.0.113.9"],
    [["127.0.0.0/8"], "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    [["127.0.0.1", "10.0.0.0/8"], "198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    [["127.0.0.1", "2001:db8::/32"], "2001:db9::1, 2001:db8::5", "2001:db9::1"],
    [["127.0.0.1"], "::ffff:203.0.113.9", "203.0.113.9"],
    [["127.0.0.1"], "nonsense", "127.0.0.1"],
    [["10.0.0.0/8"], "203.0.113.9", "127.0.0.1"],
  ])("with trusted proxies %j and %s count for %s", async (proxies, forwarded, expected) => {
    const { limits, addresses } = counting();
    const trustedProxies = proxies.map((proxy) => parseIpRange(proxy)!);
    await start({ limits, trustedProxies });
    await server.send("GET", "/api/v1/status", bad(forwarded));
    expect(addresses).toEqual([expected]);
  });
});
