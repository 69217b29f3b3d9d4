/** `/mcp`: tokens, hosts, limits, parallel calls, broken requests and clients that leave. */
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { holdPlaces } from "./harness/held-requests.ts";
import { closeClientsAfterwards, connectHttp, errorOf, structured } from "./harness/mcp-clients.ts";
import { useService, useSharedService } from "./harness/service.ts";

closeClientsAfterwards();

const accept = { Accept: "application/json, text/event-stream", "Content-Type": "application/json" };
const message = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

describe("who may ask", () => {
  const service = useSharedService();
  const post = (headers: Record<string, string>, body: string | Buffer = message("tools/list")) =>
    fetch(`${service().url}/mcp`, { method: "POST", headers: { ...accept, ...headers }, body });
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  it("401 without a token and with a bad one, and where to sign in", async () => {
    const metadata = `resource_metadata="${service().url}/.well-known/oauth-protected-resource/mcp"`;
    const without = await post({});
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, `Bearer ${metadata}`]);
    const bad = await post(bearer("pa_nothing"));
    expect([bad.status, bad.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer error="invalid_token", ${metadata}`,
    ]);
    await expect(connectHttp(service().url, {})).rejects.toThrow();
  });

  it("403 for a token without the scope of reading", async () => {
    const response = await post(bearer(service().tokens.meOnly));
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="priorart:read", resource_metadata="${service().url}/.well-known/oauth-protected-resource/mcp"`,
    ]);
    expect((await post(bearer(service().tokens.readOnly))).status).toBe(200);
  });

  it("403 for pages of another origin, and for a foreign Host", async () => {
    const token = service().tokens.demo;
    for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1"])
      expect((await post({ ...bearer(token), Origin: origin })).status).toBe(403);
    expect((await post({ ...bearer(token), Origin: service().url })).status).toBe(200);
    const { hostname, port } = new URL(service().url);
    const rebound = await new Promise<number>((resolve, reject) => {
      const headers = { ...accept, ...bearer(token), Host: `evil.example:${port}` };
      const sent = request({ hostname, port, path: "/mcp", method: "POST", headers, agent: false });
      sent.on("error", reject).on("response", (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      sent.end(message("tools/list"));
    });
    expect(rebound).toBe(403);
  });

  it("405 for GET and DELETE: there are no sessions", async () => {
    for (const method of ["GET", "DELETE"]) {
      const headers = { ...accept, ...bearer(service().tokens.demo) };
      expect((await fetch(`${service().url}/mcp`, { method, headers })).status).toBe(405);
    }
  });

  it("bodies that are not messages are answered as the protocol says", async () => {
    const token = bearer(service().tokens.demo);
    const cases: [string | Buffer, number, number, Record<string, string>?][] = [
      ["{", 400, -32_700],
      ["", 400, -32_600],
      ["[".repeat(6_000), 400, -32_600],
      [Buffer.from([0xff]), 400, -32_700],
      [" ".repeat(1_048_577), 413, -32_600],
      [`[${Array.from({ length: 17 }, () => message("ping")).join()}]`, 400, -32_600],
      [message("tools/list"), 415, -32_600, { "Content-Type": "text/plain" }],
    ];
    for (const [body, status, code, headers] of cases) {
      const response = await post({ ...token, ...headers }, body);
      const { error } = (await response.json()) as { error: { code: number; message: string } };
      expect([body.slice(0, 20), response.status, error.code]).toEqual([body.slice(0, 20), status, code]);
    }
  });
});

describe("limits", () => {
  const service = useService({ env: { PRIORART_LIMIT_SEARCH: "3", PRIORART_LIMIT_CONCURRENCY_WAIT: "0" } });

  it("count the member's calls together with the API's; the refusal says how long to wait", async () => {
    const client = await connectHttp(service().url, { token: service().tokens.ada });
    const search = { name: "searchProjects", arguments: { query: "wallet", limit: 1 } };
    for (let used = 0; used < 2; used++) expect((await client.callTool(search)).isError).toBeFalsy();
    await service().searchProjects({ query: "wallet" }, { token: service().tokens.ada });
    const refused = errorOf(await client.callTool(search));
    expect(refused).toMatch(/^RATE_LIMITED: At most 3 search requests per 60 s; wait \d+ s/);
    expect(refused).toMatch(/Wait \d+ s, then call it again\.$/);
    expect((await client.callTool({ name: "categories", arguments: {} })).isError).toBeFalsy();
  });

  it("let parallel calls wait their turn, two at a time, while the API refuses immediately", async () => {
    const client = await connectHttp(service().url, { token: service().tokens.bob });
    const calls = Array.from({ length: 16 }, () => client.callTool({ name: "filters", arguments: {} }));
    for (const result of await Promise.all(calls))
      expect(structured(result).hackathons.length).toBeGreaterThan(0);
  });

  it("wait for slots that requests of the API hold", async () => {
    const token = service().tokens.readOnly;
    const client = await connectHttp(service().url, { token });
    const held = await holdPlaces(service(), { token, count: 2 });
    const call = client.callTool({ name: "categories", arguments: {} });
    expect(await held.finish()).toEqual([200, 200]);
    expect((await call).isError).toBeFalsy();
  });
});

describe("clients that leave", () => {
  const service = useService();
  const memory = async () => {
    const metrics = await (await fetch(`${service().url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)![1]);
  };

  /** Sends a call and disconnects before the answer. */
  const callAndLeave = (): Promise<void> =>
    new Promise((resolve) => {
      const sent = request(`${service().url}/mcp`, {
        method: "POST",
        agent: false,
        headers: { ...accept, Authorization: `Bearer ${service().tokens.ada}` },
      });
      sent.on("error", () => {}).on("close", () => resolve());
      sent.write(message("tools/call", { name: "searchProjects", arguments: { query: "wallet" } }));
      sent.end(() => sent.destroy());
    });

  it("in the middle of a call free their slots", async () => {
    for (let left = 0; left < 20; left++) await callAndLeave();
    const client = await connectHttp(service().url, { token: service().tokens.ada });
    const result = await client.callTool({
      name: "searchProjects",
      arguments: { query: "wallet", limit: 1 },
    });
    expect(structured(result).results).toHaveLength(1);
    // Both slots are free: two requests of the API run concurrently.
    const held = await holdPlaces(service(), { token: service().tokens.ada, count: 2 });
    expect(await held.finish()).toEqual([200, 200]);
  });

  it("leave nothing behind: memory stays flat", { timeout: 120_000 }, async () => {
    const open = async (sessions: number) => {
      for (let done = 0; done < sessions; done += 10)
        await Promise.all(
          Array.from({ length: 10 }, async () => {
            const body = message("initialize", {
              protocolVersion: "2025-06-18",
              capabilities: {},
              clientInfo: { name: "dropped", version: "1" },
            });
            const headers = { ...accept, Authorization: `Bearer ${service().tokens.ada}` };
            const response = await fetch(`${service().url}/mcp`, { method: "POST", headers, body });
            expect(response.headers.has("mcp-session-id")).toBe(false);
            await response.body?.cancel();
          }),
        );
    };
    await open(300);
    // The heap grows until the collector finds it worth its time; what is left behind grows in every round.
    const rounds: number[] = [];
    while (rounds.length < 6 && Math.min(...rounds) >= 8 * 2 ** 20) {
      const before = await memory();
      await open(1_000);
      rounds.push((await memory()) - before);
    }

    expect(Math.min(...rounds)).toBeLessThan(8 * 2 ** 20);
  });
});
