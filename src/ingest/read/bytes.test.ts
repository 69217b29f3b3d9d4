/** Bytes of files and streams: what is counted, what is refused, and that nothing stays open. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GzipError, readBytes } from "./bytes.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-bytes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MEGABYTE = 1024 * 1024;

/** What was read, and the error that ended it. */
async function read(pieces: readonly (Buffer | string)[], signal?: AbortSignal) {
  const stream = Readable.from(pieces, { objectMode: true });
  const meter = { bytes: 0 };
  const found: Buffer[] = [];
  const error = await (async () => {
    for await (const piece of readBytes({ stream }, meter, signal)) found.push(piece);
  })().catch((error) => error as Error);
  return { bytes: Buffer.concat(found), error, meter: meter.bytes, isOpen: !stream.destroyed };
}

describe("a stream", () => {
  it.each([
    ["nothing", [], ""],
    ["one byte", ["a"], "a"],
    ["text in pieces", ["a", "é", "b"], "aéb"],
    ["the first byte of gzip only", [Buffer.from([0x1f])], Buffer.from([0x1f])],
    ["the first byte of gzip and another", [Buffer.from([0x1f, 0x41])], Buffer.from([0x1f, 0x41])],
    ["the second byte of gzip after another", [Buffer.from([0x41, 0x8b])], Buffer.from([0x41, 0x8b])],
    ["gzip in single bytes", [...gzipSync("text")].map((byte) => Buffer.from([byte])), "text"],
  ])("of %s is read whole, counted and closed", async (_, pieces, expected) => {
    const length = Buffer.concat(pieces.map((piece) => Buffer.from(piece))).length;
    const bytes = Buffer.from(expected as string);
    expect(await read(pieces)).toEqual({ bytes, error: undefined, meter: length, isOpen: false });
  });

  it("is read until the signal, whose reason is thrown", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const pieces = (function* () {
      yield "one";
      yield "two";
      controller.abort(reason);
      yield "three";
      yield "four";
    })();
    const stream = Readable.from(pieces, { highWaterMark: 1 });
    const found: string[] = [];
    const reading = (async () => {
      for await (const piece of readBytes({ stream }, { bytes: 0 }, controller.signal))
        found.push(piece.toString());
    })();
    await expect(reading).rejects.toBe(reason);
    expect(found).not.toContain("four");
    expect(stream.destroyed).toBe(true);
  });

  it("is closed when its reader stops early", async () => {
    const stream = Readable.from(["one", "two"]);
    for await (const _ of readBytes({ stream }, { bytes: 0 })) break;
    expect(stream.destroyed).toBe(true);
  });
});

describe("a file", () => {
  it("is read to its end, whatever its length, and counted as stored", async () => {
    const path = join(folder, "file");
    const text = Buffer.alloc(3 * MEGABYTE + 1, "0123456789");
    for (const stored of [text, gzipSync(text)]) {
      writeFileSync(path, stored);
      const meter = { bytes: 0 };
      const found: Buffer[] = [];
      for await (const piece of readBytes({ path }, meter)) found.push(piece);
      expect(Buffer.concat(found).equals(text)).toBe(true);
      expect(meter.bytes).toBe(stored.length);
    }
  });

  it("that does not exist is an error of the file system", async () => {
    const reading = readBytes({ path: join(folder, "none") }, { bytes: 0 });
    await expect(reading.next()).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("gzip", () => {
  it("that expands more than 200 times is refused, once it has expanded to 8 MB", async () => {
    const zeros = (megabytes: number) => gzipSync(Buffer.alloc(megabytes * MEGABYTE));
    const small = await read([zeros(8), "x"]);
    expect([small.bytes.length, (small.error as GzipError).rule]).toEqual([8 * MEGABYTE, "gzip-damaged"]);
    const large = await read([zeros(64)]);
    expect(large.error).toMatchObject({ name: "GzipError", rule: "gzip-ratio" });
    expect(large.error).toHaveProperty("message", expect.stringContaining("more than 200 times its size"));
    expect(large.bytes.length).toBeLessThan(64 * MEGABYTE);
    expect(large.isOpen).toBe(false);
  });

  it("that expands 100 times is read whole, in any number of pieces", async () => {
    // Digests do not compress, zeros between them do.
    const part = (index: number) => [createHash("sha256").update(`${index}`).digest(), Buffer.alloc(7_000)];
    const text = Buffer.concat(Array.from({ length: 3_000 }, (_, index) => part(index)).flat());
    const stored = gzipSync(text);
    const ratio = text.length / stored.length;
    expect(ratio).toBeGreaterThan(80);
    expect(ratio).toBeLessThan(200);
    const found = await read([stored]);
    expect(found.error).toBeUndefined();
    expect(found.bytes.equals(text)).toBe(true);
  });

  it("that is cut yields what was before the cut, and then the error", async () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `${(index * 7919) % 104729}\n`).join("");
    const stored = gzipSync(text);
    const { bytes, error } = await read([stored.subarray(0, stored.length - 20)]);
    expect(error).toBeInstanceOf(GzipError);
    expect(error).toMatchObject({ rule: "gzip-damaged" });
    expect(error!.message).toMatch(/^the gzip data is damaged or cut short: /);
    expect(text.startsWith(bytes.toString())).toBe(true);
    expect(bytes.length).toBeGreaterThan(text.length - 1_000);
  });

  it("that is damaged ends there: what follows is not read", async () => {
    const after = Array<Buffer>(1_000).fill(gzipSync("after"));
    const { bytes, error, meter } = await read([
      gzipSync("whole"),
      Buffer.from([0x1f, 0x8b, 0xff]),
      ...after,
    ]);
    expect(bytes.toString()).toBe("whole");
    expect(error).toMatchObject({ rule: "gzip-damaged" });
    expect(meter).toBeLessThan(500 * after[0]!.length);
  });
});
