import { randomBytes } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { ExportPart, ExportRow } from "../contract/api/exports.ts";
import { goodToken, openLimits, type RunningServer, startServer } from "./fakes.case.ts";
import type { ServerPorts } from "./ports.ts";

const path = "/api/v1/search/projects/export";
const count = 2_600;
const all: ExportRow[] = Array.from({ length: count }, (_, i) => [`p${i}`, i / count]);
/** As long as real rows, and too far apart to compress, so that the buffers of the socket cannot hold all of them. */
const texts = Array.from({ length: 50 }, () => randomBytes(3_000).toString("base64"));
const line = ([slug]: ExportRow, i: number) => `${slug},${texts[i % texts.length]}\r\n`;

let server: RunningServer;
afterEach(() => server.close());

/** An export of 2,600 rows; `atStep` is called before each step after the first. */
function exporting(atStep: (step: number) => Promise<void> | void = () => {}) {
  let steps = 0;
  const execute: ServerPorts["execute"] = async (_id, input) => {
    const { rest } = input as { rest?: ExportRow[] };
    if (!rest) return { text: `slug,x\r\n${line(all[0]!, 0)}`, rest: all.slice(1) } satisfies ExportPart;
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
function open(address: string, more: Record<string, string> = {}) {
  return new Promise<IncomingMessage & { status: number }>((resolve, reject) => {
    const sent = request(`${address}${path}`, {
      method: "POST",
      agent: false,
      headers: { Authorization: `Bearer ${goodToken}`, "Content-Type": "application/json", ...more },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      response.pause();
      response.on("error", () => {});
      resolve(Object.assign(response, { status: response.statusCode! }));
    });
    sent.end("{}");
  });
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

  it("is compressed where the client accepts gzip", async () => {
    server = await startServer({ execute: exporting().execute });
    const lengths = new Map<string, number>();
    for (const accepted of ["gzip, br", "br", "identity", "gzip;q=0"]) {
      const response = await open(server.address, { "Accept-Encoding": accepted });
      expect(response.headers["content-encoding"]).toBe(accepted === "gzip, br" ? "gzip" : undefined);
      expect(response.headers.vary).toContain("Accept-Encoding");
      const bytes = await buffer(response);
      lengths.set(accepted, bytes.byteLength);
      const text = (accepted === "gzip, br" ? gunzipSync(bytes) : bytes).toString();
      expect(text.split("\r\n")).toHaveLength(count + 2);
    }
    expect(lengths.get("gzip, br")).toBeLessThan(0.8 * lengths.get("identity")!);
  });

  it("of a few bytes is not compressed", async () => {
    server = await startServer({ execute: async () => ({ text: "slug\r\n", rest: [] }) });
    const response = await open(server.address, { "Accept-Encoding": "gzip" });
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect((await buffer(response)).toString()).toBe("slug\r\n");
  });

  it.each(["identity", "gzip"])("is made no faster than the client reads: %s", async (encoding) => {
    const { execute, steps } = exporting();
    server = await startServer({ execute });
    const response = await open(server.address, { "Accept-Encoding": encoding });
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

  it("holds its slot until it ends", async () => {
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

  it("frees its slot, and makes no further part, when the client disconnects", async () => {
    const limits = openLimits(1);
    const { execute, steps } = exporting();
    server = await startServer({ execute, limits });
    const response = await open(server.address);
    expect([response.status, limits.inFlight()]).toEqual([200, 1]);
    response.destroy();
    await expect.poll(limits.inFlight).toBe(0);
    expect(steps()).toBeLessThan(11);
  });

  it("frees its slot after the part in the making, when the client disconnects meanwhile", async () => {
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

  it("breaks off when a part cannot be made, and frees its slot", async () => {
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
