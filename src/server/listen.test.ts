/** Listening and closing: no request in flight is dropped, no idle connection delays the end. */
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { createApp } from "./app.ts";
import { fakePorts, goodToken } from "./fakes.case.ts";
import { listen } from "./listen.ts";

const local = { host: "127.0.0.1", port: 0 };

function get(port: number, path: string, agent?: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${goodToken}` };
    const outgoing = request({ host: "127.0.0.1", port, path, agent, headers }, (incoming) => {
      let text = "";
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
  it("says where it listens, and plainly why it cannot", async () => {
    const app = createApp(fakePorts().ports);
    const first = await listen(app, local);
    expect(first.address).toBe(`http://127.0.0.1:${first.port}`);
    await expect(listen(app, { host: "127.0.0.1", port: first.port })).rejects.toThrow(/already in use/);
    await first.close();
  });
});

describe("close", () => {
  it("lets a request in flight finish, refuses new connections, and then ends at once", async () => {
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
    const inFlight = get(server.port, "/api/v1/status", agent);
    await vi.waitFor(() => expect(spy).toHaveBeenCalled());
    const closed = server.close();
    expect(server.close()).toBe(closed);
    await expect(get(server.port, "/healthz")).rejects.toThrow(/ECONNREFUSED/);
    finish();
    expect(await inFlight).toEqual({ status: 200, text: '{"late":true}' });
    await closed;
    agent.destroy();
  });

  it("closes idle keep-alive connections without waiting for them", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...local, graceMilliseconds: 60_000 });
    const agent = new Agent({ keepAlive: true });
    expect((await get(server.port, "/healthz", agent)).status).toBe(200);
    await server.close();
    agent.destroy();
  });

  it("closes connections that never sent a request", async () => {
    const server = await listen(createApp(fakePorts().ports), { ...local, graceMilliseconds: 60_000 });
    const silent = connect(server.port, "127.0.0.1");
    await once(silent, "connect");
    await get(server.port, "/healthz");
    await server.close();
    silent.destroy();
  });

  it("cuts what outlasts the grace time", async () => {
    const spy = vi.fn(() => new Promise<object>(() => {}));
    const server = await listen(createApp(fakePorts({ execute: spy }).ports), {
      ...local,
      graceMilliseconds: 50,
    });
    const lost = get(server.port, "/api/v1/status").catch((error: Error) => error.message);
    await vi.waitFor(() => expect(spy).toHaveBeenCalled());
    await server.close();
    expect(await lost).toMatch(/hang up|ECONNRESET/);
  });
});
