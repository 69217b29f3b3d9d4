import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { requestParts } from "@prior-art/client/transport";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { consoleOperationList, consoleOperations } from "../contract/api/console/operations.ts";
import { type ConsoleClient, createConsoleClient } from "./console-client.ts";

let server: Server;
let status: number;
let body: unknown;
let client: ConsoleClient;
let asked: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];

beforeEach(async () => {
  asked = [];
  status = 200;
  body = {};
  server = createServer(async (request, response) => {
    let sent = "";
    for await (const piece of request) sent += piece;
    asked.push({ method: request.method!, url: request.url!, headers: request.headers, body: sent });
    response.writeHead(status, {
      "Content-Type": "application/json",
      "Retry-After": "1",
      Connection: "close",
    });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = createConsoleClient(
    consoleOperations,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

describe("a call of the console client", () => {
  it("sends fields in the path, in the query and in the body, each only in its place", async () => {
    await client.call("listMembers", { offset: 50, q: "a&b=c d", limit: undefined });
    await client.call("changeRole", { id: "m/1 ?", role: "admin" });
    await client.call("getToken", {});
    expect(asked.map(({ method, url, body: sent }) => [method, url, sent])).toEqual([
      ["GET", "/console/api/members?offset=50&q=a%26b%3Dc+d", ""],
      ["POST", "/console/api/members/m%2F1%20%3F/role", '{"role":"admin"}'],
      ["GET", "/console/api/token", ""],
    ]);
  });

  it("carries the CSRF header", async () => {
    await client.call("signOut", {});
    expect(asked[0]!.headers).toMatchObject({
      "x-console-request": "1",
      "content-type": "application/json",
    });
  });

  it("fills every path parameter of the table", () => {
    for (const operation of consoleOperationList) {
      const { path } = requestParts(operation, { id: "x", key: "y", name: "z" });
      expect(path).not.toContain(":");
      expect(path.startsWith("/api/") || path.startsWith("/auth/")).toBe(true);
    }
  });

  it("reports a refusal, and leaves it to the page to ask again", async () => {
    status = 429;
    body = { error: "Too many tries", code: "RATE_LIMITED", retryable: true };
    await expect(client.call("signIn", { email: "a@b.c", password: "x" })).rejects.toMatchObject({
      name: "PriorArtError",
      message: "Too many tries",
      code: "RATE_LIMITED",
      retryAfter: 1,
    });
    expect(asked).toHaveLength(1);
  });
});
