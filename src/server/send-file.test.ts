import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import type { ExportPart, ExportRow } from "../contract/api/exports.ts";
import { goodToken, openLimits, type RunningServer, startServer } from "./fakes.case.ts";
import type { ServerPorts } from "./ports.ts";

const path = "/api/v1/search/projects/export";
const count = 2_600;
const all: ExportRow[] = Array.from({ length: count }, (_, i) => [`p${i}`, i / count]);
/** As long as real rows, so that the socket's buffers do not hold all of them. */
const line = ([slug]: ExportRow) => `${slug},${"x".repeat(4_000)}\r\n`;

let server: RunningServer;
afterEach(() => server.close());

/** An export of 2,600 rows; `atStep` is called before each step after the first. */
function exporting(atStep: (step: number) => Promise<void> | void = () => {}) {
  let steps = 0;
  const execute: ServerPorts["execute"] = async (_id, input) => {
    const { rest } = input as { rest?: ExportRow[] };
    if (!rest) return { text: `slug,x\r\n${line(all[0]!)}`, rest: all.slice(1) } satisfies ExportPart;
    await atStep(++steps);
    // As a worker answers: JSON text.
    return JSON.stringify({ text: rest.map(line).join(""), rest: [] } satisfies ExportPart);
  };
  return { execute, steps: () => steps };
}

/** A promise that resolves when `proceed` is called. */
function gate(): { opened: Promise<void>; proceed(): void } {
  let proceed = () => {};
  const opened = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  return { opened, proceed };
}

/** Sends an export and returns the response when its headers have come; nothing of the body is read. */
function open(address: string) {
  return new Promise<{ destroy(): void; resume(): void; once: NodeJS.EventEmitter["once"]; status: number }>(
    (resolve, reject) => {
      const sent = request(`${address}${path}`, {
        method: "POST",
        agent: false,
        headers: { Authorization: `Bearer ${goodToken}`, "Content-Type": "application/json" },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        response.pause();
        response.on("error", () => {});
        resolve(Object.assign(response, { status: response.statusCode! }));
      });
      sent.end("{}");
    },
  );
}

describe("an export", () => {
  it("is a file with all rows, in order", async () => {
    server = await startServer({ execute: exporting().execute });
    for (const [format, type] of [
      ["csv", "text/csv; charset=utf-8; header=present"],
      ["jsonl", "application/x-ndjson"],
    ]) {
      const response = await server.post(path, { format });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe(type);
      expect(response.headers.get("content-disposition")).toBe(`attachment; filename="projects.${format}"`);
      const lines = (await response.text()).split("\r\n").slice(1, -1);
      expect(lines.map((text) => text.slice(0, text.indexOf(",")))).toEqual(all.map(([slug]) => slug));
    }
  });

  it("is made no faster than the client reads", async () => {
    const { execute, steps } = exporting();
    server = await startServer({ execute });
    const response = await open(server.address);
    await expect.poll(steps).toBeGreaterThan(0);
    let last = -1;
    // The client's and the server's buffers take some parts.
    await expect
      .poll(
        () => {
          const settled = steps() === last;
          last = steps();
          return settled;
        },
        { interval: 100 },
      )
      .toBe(true);
    expect(last).toBeLessThan(9);
    response.resume();
    await new Promise((resolve) => response.once("end", resolve));
    expect(steps()).toBe(11);
  });

  it("holds its place until it ends", async () => {
    const limits = openLimits(1);
    const { opened, proceed } = gate();
    const { execute } = exporting((step) => (step === 1 ? opened : undefined));
    server = await startServer({ execute, limits });
    const response = await server.post(path, {});
    expect((await server.post(path, {})).status).toBe(429);
    expect(limits.inFlight()).toBe(1);
    proceed();
    await response.text();
    await expect.poll(limits.inFlight).toBe(0);
    await (await server.post(path, {})).body?.cancel();
  });

  it("frees its place, and makes no further part, when the client disconnects", async () => {
    const limits = openLimits(1);
    const { execute, steps } = exporting();
    server = await startServer({ execute, limits });
    const response = await open(server.address);
    expect([response.status, limits.inFlight()]).toEqual([200, 1]);
    response.destroy();
    await expect.poll(limits.inFlight).toBe(0);
    expect(steps()).toBeLessThan(11);
  });

  it("frees its place after the part in the making, when the client disconnects meanwhile", async () => {
    const limits = openLimits(1);
    const { opened, proceed } = gate();
    const { execute, steps } = exporting(() => opened);
    server = await startServer({ execute, limits });
    const response = await open(server.address);
    await expect.poll(steps).toBe(1);
    response.destroy();
    // A request that is answered shows that the disconnection had time to arrive.
    expect((await server.send("GET", "/api/v1/status")).status).toBe(200);
    expect(limits.inFlight()).toBe(1);
    proceed();
    await expect.poll(limits.inFlight).toBe(0);
    expect(steps()).toBe(1);
  });

  it("breaks off when a part cannot be made, and frees its place", async () => {
    const limits = openLimits(1);
    const { execute } = exporting((step) => {
      if (step === 3) throw new Error("no snapshot");
    });
    server = await startServer({ execute, limits });
    const response = await server.post(path, {});
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await expect.poll(limits.inFlight).toBe(0);
  });

  it("is an error response when the first part cannot be made", async () => {
    const limits = openLimits(1);
    server = await startServer({
      limits,
      execute: async () => {
        throw new Error("no snapshot");
      },
    });
    expect((await server.post(path, {})).status).toBe(500);
    expect(limits.inFlight()).toBe(0);
  });
});
