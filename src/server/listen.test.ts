/** Listening and closing: no request in flight is dropped, no idle connection delays the shutdown. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { createApp } from "./app.ts";
import type { ServerApp, ServerEnv } from "./context.ts";
import { fakePorts, goodToken } from "./fakes.case.ts";
import { listen } from "./listen.ts";
import { exchange } from "./raw-http.case.ts";

const local = { host: "127.0.0.1", port: 0 };

interface GetOptions {
  agent?: Agent;
  onResponse?(incoming: IncomingMessage): void;
}

function get(port: number, path: string, { agent, onResponse }: GetOptions = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${goodToken}` };
    const outgoing = request({ host: "127.0.0.1", port, path, agent, headers }, (incoming) => {
      let text = "";
      onResponse?.(incoming);
      incoming.on("data", (chunk) => {
        text += chunk;
      });
      incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
      incoming.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

describe("listen", () => {
  it("reports its address, or a clear reason why it cannot listen", async () => {
    const app = createApp(fakePorts().ports);
    const first = await listen(app, local);
    expect(first.address).toBe(`http://127.0.0.1:${first.port}`);
    await expect(listen(app, { host: "127.0.0.1", port: first.port })).rejects.toThrow(/already in use/);
    await first.close();
    // TEST-NET-1: an address of no machine.
    await expect(listen(app, { host: "192.0.2.1", port: 0 })).rejects.toThrow(
      /^Cannot listen on 192\.0\.2\.1:0: .*EADDRNOTAVAIL/,
    );
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((own) =>
    own?.some(({ address }) => address === "::1"),
  );
  it.skipIf(!hasIpv6)("puts an IPv6 address in brackets", async () => {
    const server = await listen(createApp(fakePorts().ports), { host: "::1", port: 0, idleMilliseconds: 0 });
    expect(server.address).toBe(`http://[::1]:${server.port}`);
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    await server.close();
  });

  it.each([
    ["is invited to send a body of 1 MiB", 1_048_576, /^HTTP\/1\.1 100 Continue\r\n/],
    ["is refused one byte more before it sends any", 1_048_577, /^HTTP\/1\.1 413 /],
  ])("a client that asks first %s", async (_, length, expected) => {
    const server = await listen(createApp(fakePorts().ports), { ...local, idleMilliseconds: 0 });
    const socket = connect(server.port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", () => {});
    const fields = ["Host: 127.0.0.1", `Authorization: Bearer ${goodToken}`, "Expect: 100-continue"];
    socket.write(
      `POST /api/v1/search/projects HTTP/1.1\r\n${fields.join("\r\n")}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    await expect.poll(() => received).toMatch(expected);
    socket.destroy();
    await server.close();
  });

  it("cuts a connection whose client does not read the response", async () => {
    const app: ServerApp = new Hono<ServerEnv>();
    let isClosed = false;
    app.get("/", (context) => {
      context.env.outgoing!.once("close", () => {
        isClosed = true;
      });
      // More than the buffers between two sockets hold.
      return context.body("x".repeat(64 * 2 ** 20));
    });
    const server = await listen(app, { ...local, idleMilliseconds: 0, stallMilliseconds: 200 });
    const socket = connect(server.port, "127.0.0.1").pause();
    socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    await expect.poll(() => isClosed).toBe(true);
    socket.destroy();
    await server.close();
  });

  it("keeps idle connections for longer than the 60 s of common reverse proxies", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...local, idleMilliseconds: 0 });
    const { headers } = await fetch(`${server.address}/healthz`);
    expect(headers.get("keep-alive")).toBe("timeout=75");
    await server.close();
  });
});

describe("a request that violates HTTP", () => {
  it.each([
    ["400 Bad Request", "no Host field", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["400 Bad Request", "not well-formed", "GET /\u0000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
    [
      "417 Expectation Failed",
      "Expect",
      "POST /api/v1/feedback HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: magic\r\nContent-Length: 2\r\n\r\n{}",
    ],
    [
      "431 Request Header Fields Too Large",
      "16 KB",
      `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`,
    ],
  ])("is answered %s in the shape of the API's errors: %s", async (status, message, request) => {
    const server = await listen(createApp(fakePorts().ports), local);
    const [head, body] = (await exchange(server.port, [request])).split("\r\n\r\n");
    await server.close();
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(head).toMatch(/^Content-Type: application\/json$/im);
    const answer = JSON.parse(body!);
    expect(answer).toMatchObject({ code: "BAD_REQUEST", retryable: false });
    expect(answer.error).toContain(message);
  });

  it("needs no Host field in HTTP/1.0", async () => {
    const server = await listen(createApp(fakePorts().ports), local);
    const answer = await exchange(server.port, ["GET /healthz HTTP/1.0\r\n\r\n"]);
    await server.close();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("close", () => {
  it("lets a request in flight finish, refuses new connections, and then resolves immediately", async () => {
    let finish = () => {};
    const execute = () =>
      new Promise<object>((resolve) => {
        finish = () => resolve({ late: true });
      });
    const spy = vi.fn(execute);
    const server = await listen(createApp(fakePorts({ execute: spy }).ports), {
      ...local,
      graceMilliseconds: 60_000,
    });
    const agent = new Agent({ keepAlive: true });
    const inFlight = get(server.port, "/api/v1/status", { agent });
    await expect.poll(() => spy.mock.calls.length).toBeGreaterThan(0);
    const closed = server.close();
    expect(server.close()).toBe(closed);
    const refusal = () => get(server.port, "/healthz").catch((error) => error.code);
    await expect.poll(refusal).toBe("ECONNREFUSED");
    finish();
    expect(await inFlight).toEqual({ status: 200, text: '{"late":true}' });
    await closed;
    agent.destroy();
  });

  const patient = { ...local, graceMilliseconds: 60_000 };

  it("answers requests that are sent while it closes, the last one with Connection: close", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...patient, idleMilliseconds: 60_000 });
    const sent = connect(server.port, "127.0.0.1");
    let received = "";
    sent.on("data", (chunk) => {
      received += chunk;
    });
    const get = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    sent.write(get);
    await expect.poll(() => received).toContain('"ok"');
    expect(received).not.toMatch(/^connection: close/im);
    const closed = server.close();
    let asked = 1;
    const answered = () => received.split("HTTP/1.1 200 OK").length - 1;
    sent.on("data", () => {
      if (answered() < asked || /^connection: close/im.test(received)) return;
      asked++;
      sent.write(get);
    });
    asked++;
    sent.write(get);
    await once(sent, "close");
    expect(answered()).toBe(asked);
    expect(received.lastIndexOf("HTTP/1.1")).toBeLessThan(received.search(/^connection: close/im));
    await closed;
  });

  it("waits for a partially sent request head", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...patient, idleMilliseconds: 20 });
    const [slow, idle] = [connect(server.port, "127.0.0.1"), connect(server.port, "127.0.0.1")];
    let received = "";
    slow.on("data", (chunk) => {
      received += chunk;
    });
    slow.write("GET /healthz HTTP/1.1\r\nHo");
    await get(server.port, "/healthz");
    const closed = server.close();
    await once(idle, "close");
    slow.write("st: 127.0.0.1\r\n\r\n");
    await once(slow, "close");
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
  });

  /** A server that closes while the rest of a response is to come, whose head announced keep-alive. */
  async function closeAmidResponse(idleMilliseconds: number) {
    const app = createApp(fakePorts().ports);
    let finish = () => {};
    app.get("/stream", () => {
      const start = (controller: ReadableStreamDefaultController) => {
        controller.enqueue(new TextEncoder().encode("first"));
        finish = () => controller.close();
      };
      return new Response(new ReadableStream({ start }));
    });
    const server = await listen(app, { ...patient, idleMilliseconds });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let reading: ReturnType<typeof get> | undefined;
    await new Promise<void>((resolve) => {
      const onResponse = (incoming: IncomingMessage) => incoming.once("data", () => resolve());
      reading = get(server.port, "/stream", { agent, onResponse });
    });
    const closed = server.close();
    finish();
    expect(await reading).toEqual({ status: 200, text: "first" });
    return { port: server.port, agent, closed };
  }

  it("answers one more request on a connection whose response had announced keep-alive", async () => {
    const { port, agent, closed } = await closeAmidResponse(60_000);
    // On the same connection: new ones are refused.
    expect((await get(port, "/healthz", { agent })).status).toBe(200);
    await closed;
    agent.destroy();
  });

  it("closes a connection whose response had announced keep-alive when nothing follows", async () => {
    const { agent, closed } = await closeAmidResponse(20);
    await closed;
    agent.destroy();
  });

  it("closes idle keep-alive connections once no request can be in transit", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...patient, idleMilliseconds: 10 });
    const agent = new Agent({ keepAlive: true });
    expect((await get(server.port, "/healthz", { agent })).status).toBe(200);
    await server.close();
    agent.destroy();
  });

  it("closes connections that never sent a request", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...patient, idleMilliseconds: 10 });
    const silent = connect(server.port, "127.0.0.1");
    await once(silent, "connect");
    await get(server.port, "/healthz");
    await server.close();
    silent.destroy();
  });

  it("cuts requests that outlast the grace time", async () => {
    const spy = vi.fn(() => new Promise<object>(() => {}));
    const server = await listen(createApp(fakePorts({ execute: spy }).ports), {
      ...local,
      graceMilliseconds: 50,
    });
    const lost = get(server.port, "/api/v1/status").catch((error: Error) => error.message);
    await expect.poll(() => spy.mock.calls.length).toBeGreaterThan(0);
    await server.close();
    expect(await lost).toMatch(/hang up|ECONNRESET/);
  });

  it("answers on connections that arrived before it, though the event loop had not accepted them", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...patient, idleMilliseconds: 60_000 });
    // The kernel completes the connections immediately; the requests follow once the event loop runs.
    const clients = Array.from({ length: 20 }, () => connect(server.port, "127.0.0.1"));
    const answers = clients.map(answerTo);
    const closed = server.close();
    expect(await Promise.all(answers)).toEqual(Array(20).fill(expect.stringMatching(/^HTTP\/1\.1 200 /)));
    await closed;
  });

  it("reads what arrived on an idle connection before it closes that", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...patient, idleMilliseconds: 50 });
    const idle = connect(server.port, "127.0.0.1");
    await once(idle, "connect");
    const closed = server.close();
    const answer = answerTo(idle);
    // The timer that closes idle connections fires before the event loop reads.
    const until = performance.now() + 100;
    while (performance.now() < until);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
  });
});

/** What a server sends for a request until it closes the connection, or why there is none. */
async function answerTo(socket: Socket): Promise<string> {
  socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  let received = "";
  try {
    for await (const chunk of socket) received += chunk;
    return received;
  } catch (error) {
    return (error as Error).message;
  }
}
