import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConnections, decodedBody, discardBody } from "./open-response.ts";
import { startServer, type TestServer, text } from "./server.case.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startServer(text("ok"));
});
afterEach(() => server.close());

const signal = AbortSignal.timeout(120_000);
const get = (url = server.url) => ({ url: new URL(url), method: "GET" as const, headers: {}, signal });

describe("a body", () => {
  const content = "réponse ".repeat(1_000);
  it.each([
    ["gzip", gzipSync(content)],
    ["X-GZIP", gzipSync(content)],
    ["deflate", deflateSync(content)],
    ["br", brotliCompressSync(content)],
    ["utf-8", Buffer.from(content)],
    ["identity", Buffer.from(content)],
  ])("encoded as %s is read", async (encoding, body) => {
    server.answer = (response) => void response.writeHead(200, { "Content-Encoding": encoding }).end(body);
    const connections = createConnections({});
    expect(await textOf(decodedBody(await connections.open(get())))).toBe(content);
    connections.close();
  });

  it("that cannot be decompressed is an error with a code, and closes the connection", async () => {
    server.answer = (response) =>
      void response.writeHead(200, { "Content-Encoding": "gzip" }).write("not compressed at all");
    const connections = createConnections({});
    const reading = textOf(decodedBody(await connections.open(get())));
    await expect(reading).rejects.toMatchObject({ code: "Z_DATA_ERROR" });
    await expect.poll(() => server.connections[0]!.destroyed).toBe(true);
  });
});

describe("a connection", () => {
  it("is used again after a body that was not needed but had arrived, and closed where it continues", async () => {
    const connections = createConnections({});
    server.answer = text("", 304);
    for (let request = 0; request < 3; request++) {
      discardBody(await connections.open(get()));
      await new Promise(setImmediate);
    }
    expect(server.connections).toHaveLength(1);
    server.answer = (response) => void response.writeHead(200).write("endless");
    discardBody(await connections.open(get()));
    await expect.poll(() => server.connections[0]!.destroyed).toBe(true);
    connections.close();
  });

  it("is closed when it is not used, but not while a response is awaited", async () => {
    const connections = createConnections({ idleMs: 30 });
    server.answer = (response) => void setTimeout(() => response.end("late"), 120);
    expect(await textOf(await connections.open(get()))).toBe("late");
    expect(server.requests).toHaveLength(1);
    await expect.poll(() => server.connections[0]!.destroyed).toBe(true);
  });

  it("that takes too long to make means that nothing was sent", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as { port: number };
    const connections = createConnections({ connectMs: 50 });
    // The server never answers the start of TLS.
    const opening = connections.open(get(`https://127.0.0.1:${port}/`));
    await expect(opening).rejects.toMatchObject({
      kind: "unreachable",
      message: "no connection within 50 ms",
    });
    const slow = createConnections({ connectMs: 50, resolve: () => new Promise(() => {}) });
    await expect(slow.open(get("http://slow.example.org/"))).rejects.toMatchObject({ kind: "unreachable" });
    silent.close();
  });

  it("that a server wants to use for another protocol is an error", async () => {
    const switching = createServer((socket) => {
      socket.on("error", () => {}).resume();
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n");
    });
    await new Promise<void>((resolve) => switching.listen(0, "127.0.0.1", resolve));
    const { port } = switching.address() as { port: number };
    await expect(createConnections({}).open(get(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
      kind: "broken",
    });
    await new Promise((resolve) => switching.close(resolve));
  });

  it("that ends with the response, or inside of it, ends no process", async () => {
    const child = fileURLToPath(new URL("./closing-server.case.ts", import.meta.url));
    const running = spawn(process.execPath, ["--import", "tsx", child], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [outcomes, [code]] = await Promise.all([textOf(running.stdout), once(running, "exit")]);
    expect(code).toBe(0);
    expect(JSON.parse(outcomes)).toEqual({
      "whole, length: read": 48,
      "whole, chunked: read": 48,
      "whole, none: read": 48,
      "cut, length: broken": 48,
      "cut, chunked: broken": 48,
    });
  });
});
