import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { consoleOperationList, consoleOperations } from "../contract/api/console/operations.ts";
import { operationList, operations } from "../contract/api/operations.ts";
import { type ConsoleClient, createConsoleClient } from "./console-client.ts";
import { requestFor } from "./request.ts";
import { createResearchClient, type ResearchClient } from "./research-client.ts";
import { ServiceProblem } from "./service-problem.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let answer: Answer;
let client: ConsoleClient;
let research: ResearchClient;
let asked: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];

beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    asked.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createConsoleClient({ routes: consoleOperations, origin });
  research = createResearchClient({ routes: operations, origin });
});
afterEach(async () => {
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

const replying =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { "Content-Type": "application/json", Connection: "close", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

/** The ServiceProblem that a call rejects with. */
async function problem(call: Promise<unknown>): Promise<ServiceProblem> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ServiceProblem);
  return error as ServiceProblem;
}

describe("a call of the console client", () => {
  it("sends fields in the path, in the query and in the body, each only in its place", async () => {
    answer = replying(200, {});
    await client.call("listMembers", { offset: 50, q: "a&b=c d", limit: undefined });
    await client.call("changeRole", { id: "m/1 ?", role: "admin" });
    await client.call("getToken", {});
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", "/console/api/members?offset=50&q=a%26b%3Dc+d", ""],
      ["POST", "/console/api/members/m%2F1%20%3F/role", '{"role":"admin"}'],
      ["GET", "/console/api/token", ""],
    ]);
  });

  it("sends the CSRF header with every request that changes something", async () => {
    answer = replying(200, {});
    await client.call("signOut", {});
    await client.call("getSession", {});
    expect(asked.map(({ headers }) => [headers["x-console-request"], headers["content-type"]])).toEqual([
      ["1", "application/json"],
      [undefined, undefined],
    ]);
  });

  it("fills every path parameter of the table", () => {
    for (const operation of consoleOperationList) {
      const { path } = requestFor(operation, { id: "x" });
      expect(path).not.toContain(":");
      expect(path.startsWith("/api/") || path.startsWith("/auth/")).toBe(true);
    }
  });
});

describe("a call of the research client", () => {
  it("goes to the public operation's path below /console/api/v1, with the CSRF header", async () => {
    answer = replying(200, {});
    await research.call("getProject", { slug: "a/b c" });
    await research.call("searchProjects", { query: "é", filters: { winnersOnly: true } });
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", "/console/api/v1/projects/by-slug/a%2Fb%20c", ""],
      ["POST", "/console/api/v1/search/projects", '{"query":"é","filters":{"winnersOnly":true}}'],
    ]);
    expect(asked[1]!.headers["x-console-request"]).toBe("1");
  });

  it("fills every path parameter of the table", () => {
    for (const operation of operationList) {
      const params = Object.fromEntries(
        [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, "x"]),
      );
      expect(requestFor(operation, params).path).not.toMatch(/:|undefined/);
    }
  });

  it("returns a file's bytes, and reports a refusal instead", async () => {
    answer = replying(200, "slug\na\n");
    expect(await (await research.download("searchProjects", {})).text()).toBe("slug\na\n");
    answer = replying(400, { error: "limit: too large", code: "INVALID_QUERY", retryable: false });
    expect(await problem(research.download("searchProjects", {}))).toMatchObject({ code: "INVALID_QUERY" });
  });
});

describe("a failed call", () => {
  it("has the service's message, code, wait and request id", async () => {
    const body = { error: "Too many tries", code: "RATE_LIMITED", retryable: true };
    answer = replying(429, body, { "Retry-After": "17" });
    expect(await problem(client.call("signIn", { email: "a@b.c", password: "x" }))).toMatchObject({
      message: "Too many tries",
      code: "RATE_LIMITED",
      status: 429,
      retryable: true,
      retryAfterSeconds: 17,
      requestId: null,
    });
    answer = replying(500, { error: "Oh", code: "INTERNAL_ERROR", retryable: true, requestId: "r-1" });
    expect(await problem(client.call("getToken", {}))).toMatchObject({ requestId: "r-1", status: 500 });
  });

  it("reports a response that is not the service's", async () => {
    for (const body of ["<html>Bad gateway</html>", "null", '{"error":7}']) {
      answer = replying(502, body, { "Retry-After": "soon" });
      expect(await problem(client.call("getToken", {}))).toMatchObject({
        code: "UNREADABLE",
        status: 502,
        retryable: true,
        retryAfterSeconds: null,
      });
    }
  });

  it("reports that the service is unreachable, or that the response was cut off", async () => {
    answer = (_, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
      response.write('{"token":');
      response.destroy();
    };
    expect(await problem(client.call("getToken", {}))).toMatchObject({ code: "UNREACHABLE", status: 0 });
    await new Promise((resolve) => server.close(resolve));
    expect(await problem(client.call("getToken", {}))).toMatchObject({
      code: "UNREACHABLE",
      retryable: true,
    });
  });

  it("is not a ServiceProblem when the caller aborted it", async () => {
    const given = new AbortController();
    answer = () => given.abort();
    const call = client.call("getToken", {}, { signal: given.signal });
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    server.closeAllConnections();
  });
});
