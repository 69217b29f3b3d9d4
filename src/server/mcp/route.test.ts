/** `/mcp` as HTTP: who may call it, and the form of its refusals. */
import { afterEach, describe, expect, it } from "vitest";
import { StorageError } from "../../database/storage-error.ts";
import { startConsole } from "../console/console.case.ts";
import { caller, type RunningServer, startServer } from "../fakes.case.ts";
import type { ServerPorts } from "../ports.ts";
import { exchange } from "../raw-http.case.ts";

let server: RunningServer;
const start = async (change: Partial<ServerPorts> = {}) => {
  server = await startServer(change);
};
afterEach(() => server.close());

const type = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const call = (body: unknown, headers: Record<string, string> = {}) =>
  server.send("POST", "/mcp", {
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { ...type, ...headers },
  });
/** The message of an answer, which may be an event. */
async function answerOf(response: Response) {
  const text = await response.text();
  return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
}
const searching = message("tools/call", { name: "searchProjects", arguments: { query: "solar" } });

describe("a call", () => {
  it("is executed for the caller of the token", async () => {
    await start();
    const response = await call(message("tools/list"));
    expect(response.status).toBe(200);
    const { result } = await answerOf(response);
    expect(result.tools.map(({ name }: { name: string }) => name)).toContain("searchProjects");
    await answerOf(await call(searching));
    expect(server.recorded.executed).toMatchObject([
      { operation: "searchProjects", input: { query: "solar" }, caller },
    ]);
    const logged = server.recorded.logged.filter(({ message }) => message === "request");
    expect(logged.map(({ fields }) => fields.route)).toEqual(["/mcp", "/mcp"]);
  });

  it("whose use case fails is logged with its cause, which is not sent", async () => {
    const error = new StorageError("/srv/accounts.db is locked", { cause: new Error("busy") });
    await start({ execute: () => Promise.reject(error) });
    const { result } = await answerOf(await call(searching));
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain("/srv");
    const failure = server.recorded.logged.find(({ level }) => level === "error")!;
    expect([failure.fields.route, failure.message]).toEqual(["/mcp", "a tool call failed"]);
    expect(JSON.stringify(failure.fields)).toContain("/srv/accounts.db is locked");
  });

  it("is the program's, of its version", async () => {
    await start({ version: "7.8.9" });
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    const { result } = await answerOf(await call(message("initialize", params)));
    expect(result.serverInfo.version).toBe("7.8.9");
  });
});

describe("a body", () => {
  it.each([
    ["{", 400, -32_700],
    ["", 400, -32_600],
    [JSON.stringify(Array(17).fill(message("ping"))), 400, -32_600],
  ])("%s is refused as the protocol says", async (body, status, code) => {
    await start();
    const response = await call(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code, message: expect.stringMatching(/./) },
    });
  });

  it("of sixteen messages is accepted", async () => {
    await start();
    const body = await (await call(Array(16).fill(message("ping")))).text();
    expect(body).not.toContain("At most 16 messages");
    expect(await (await call(Array(17).fill(message("ping")))).text()).toContain("At most 16 messages");
  });

  it("of 10,000 values is accepted, in any nesting, of one more refused", async () => {
    await start();
    // Beside `jsonrpc`, `id`, `method`, `params`, `_meta`, `a` and the list itself.
    const nested = (values: number) => message("ping", { _meta: { a: [Array(values - 7).fill(1)] } });
    const accepted = await call(nested(10_000));
    expect(await accepted.text()).not.toContain("values in one body");
    for (const body of [nested(10_001), [nested(5_000), nested(4_999)]]) {
      const response = await call(body);
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code: -32_600 } }]);
    }
  });

  it("that is too large is refused, and the connection closed", async () => {
    await start();
    const response = await call(" ".repeat(1_048_577));
    expect([response.status, response.headers.get("connection")]).toEqual([413, "close"]);
    expect((await response.json()) as object).toMatchObject({ error: { code: -32_600 } });
  });

  it("of another type is refused, and a GET has none", async () => {
    await start();
    expect((await call("{}", { "Content-Type": "text/plain" })).status).toBe(415);
    const response = await server.send("GET", "/mcp", { headers: { Accept: "text/event-stream" } });
    expect(await response.text()).not.toContain("The body is empty");
  });
});

describe("a request of", () => {
  it("an application without a scope, a token or a slot is refused as in the API", async () => {
    await start({ accounts: { authenticate: async () => ({ ...caller, scopes: ["priorart:me"] }) } });
    const forbidden = await call(searching);
    expect([forbidden.status, await forbidden.json()]).toMatchObject([403, { code: "FORBIDDEN" }]);
    expect((await call(searching, { Authorization: "" })).status).toBe(401);
  });

  it.each([
    ["mcp", 200, 401],
    ["api", 401, 200],
    ["any", 200, 200],
    [undefined, 200, 200],
  ] as const)("a token for %s", async (audience, atMcp, atApi) => {
    const allowed = { ...caller, ...(audience && { audience }) };
    await start({ accounts: { authenticate: async () => allowed } });
    const mcp = await call(message("tools/list"));
    const api = await server.send("GET", "/api/v1/status");
    expect([mcp.status, api.status]).toEqual([atMcp, atApi]);
    const refused = [mcp, api].find(({ status }) => status === 401);
    if (!refused) return;
    expect(refused.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    const { error } = (await refused.json()) as { error: string };
    expect(error).toContain(audience === "mcp" ? "/mcp only" : "/api/v1 only");
  });

  it("a page elsewhere is refused unless its origin is configured", async () => {
    await start({ corsOrigins: ["https://app.example.org"] });
    const status = async (origin: string) => (await call(message("tools/list"), { Origin: origin })).status;
    expect(await status("https://app.example.org")).toBe(200);
    expect(await status(server.address)).toBe(200);
    expect(await status("https://evil.example")).toBe(403);
    await server.close();
    await start({ corsOrigins: ["*"] });
    expect(await status("https://evil.example")).toBe(200);
  });

  it("a foreign Host is refused without a public URL", async () => {
    const status = async () => {
      const head =
        "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      return (await exchange(server.port, [head])).slice(9, 12);
    };
    await start();
    expect(await status()).toBe("403");
    await server.close();
    await start({ publicOrigin: "https://research.example.org" });
    expect(await status()).toBe("401");
  });
});

it("where members can sign in, a refusal says where", async () => {
  const challenge = async (headers: Record<string, string>) =>
    (await call(searching, headers)).headers.get("www-authenticate");
  await start();
  expect(await challenge({ Authorization: "" })).toBe("Bearer");
  await server.close();
  server = await startConsole();
  const metadata = `resource_metadata="${server.address}/.well-known/oauth-protected-resource/mcp"`;
  expect(await challenge({ Authorization: "" })).toBe(`Bearer ${metadata}`);
  expect(await challenge({ Authorization: "Bearer pg_bad" })).toBe(
    `Bearer error="invalid_token", ${metadata}`,
  );
  const api = await server.send("GET", "/api/v1/status", { headers: { Authorization: "" } });
  expect(api.headers.get("www-authenticate")).toBe("Bearer");
});
