import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HttpError } from "./http-error.ts";
import { startServer, type TestServer, text } from "./server.case.ts";
import { createTransferClient, type TransferClient, type TransferRequest } from "./transfer-client.ts";

let server: TestServer;
let client: TransferClient;

beforeEach(async () => {
  server = await startServer(text("content"));
  client = createTransferClient();
});
afterEach(async () => {
  vi.useRealTimers();
  await client.close();
  await server.close();
});

const send = (change: Partial<TransferRequest> = {}) =>
  client.send({
    url: new URL(server.url),
    method: "GET",
    headers: {},
    timeoutMs: 60_000,
    idleMs: 60_000,
    ...change,
  });

async function read(change: Partial<TransferRequest> = {}): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await send(change)).body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    (error: HttpError) => `${error.name} ${error.kind}`,
  );

describe("a transfer", () => {
  it("sends what it is given, and returns status, headers and body unread", async () => {
    server.answer = text("réponse", 206, { "X-Kind": "test" });
    const response = await send({ method: "PUT", headers: { "x-sent": "1" }, body: Buffer.from("bytes") });
    expect([response.status, response.headers.get("x-kind")]).toEqual([206, "test"]);
    expect(server.requests).toMatchObject([{ method: "PUT", body: "bytes", headers: { "x-sent": "1" } }]);
    for await (const piece of response.body) expect(Buffer.from(piece).toString()).toBe("réponse");
  });

  it("returns a redirect, instead of sending keys elsewhere", async () => {
    server.answer = text("", 307, { Location: "http://127.0.0.1:1/" });
    expect((await send()).status).toBe(307);
    expect(server.requests).toHaveLength(1);
  });

  it("fails when no response begins in time, when one pauses for too long, and when one breaks", async () => {
    server.answer = () => {};
    expect(await failure(read({ timeoutMs: 50 }))).toBe("HttpError timeout");
    server.answer = (response) => void response.writeHead(200, { "Content-Length": "10" }).write("half");
    expect(await failure(read({ idleMs: 50 }))).toBe("HttpError timeout");
    server.answer = (response) => {
      response.writeHead(200, { "Content-Length": "10" }).write("half", () => response.destroy());
    };
    expect(await failure(read())).toBe("HttpError broken");
    await server.close();
    expect(await failure(read())).toBe("HttpError unreachable");
  });

  it("may be read slowly, and must not pause afterwards", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let response: ServerResponse | undefined;
    server.answer = (answered) => {
      response = answered;
      response.writeHead(200).write("first");
    };
    const pieces = (await send({ idleMs: 50 })).body[Symbol.asyncIterator]();
    const next = async () => Buffer.from((await pieces.next()).value ?? []).toString();
    expect(await next()).toBe("first");
    // As long as a slow disk takes.
    vi.advanceTimersByTime(500);
    response!.write("second");
    expect(await next()).toBe("second");
    const reading = failure(pieces.next());
    vi.advanceTimersByTime(500);
    expect(await reading).toBe("HttpError timeout");
  });

  it("goes to no name that leads to a private address", async () => {
    const at = createTransferClient({ resolve: async () => ["127.0.0.1"] });
    const { port } = server;
    const url = new URL(`http://store.example.org:${port}/`);
    expect(await failure(at.send({ url, method: "GET", headers: {}, timeoutMs: 5_000, idleMs: 5_000 }))).toBe(
      "HttpError refused",
    );
    await at.close();
  });

  it("ends with the reason of the signal, also within the body", async () => {
    const controller = new AbortController();
    server.answer = (response) => void response.writeHead(200).write("half");
    const reading = read({ signal: controller.signal });
    await pause(20);
    controller.abort(new Error("stopped by the test"));
    await expect(reading).rejects.toThrow("stopped by the test");
  });
});
