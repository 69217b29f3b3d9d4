import { brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompressedCache } from "./compressed-cache.ts";
import { acceptedEncoding, acceptsGzip, compress, openGzip } from "./compression.ts";

describe("the encoding for an Accept-Encoding field", () => {
  it.each([
    [undefined, null],
    ["", null],
    ["identity", null],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, gzip;q=0.000, *", null],
    ["*", "br"],
    ["*;q=0", null],
    ["*;q=0.1, gzip;q=0", "br"],
    ["br;q=many", null],
    ["br;level=4;q=0.3", "br"],
    [", ,;q=1", null],
    ["br;q=1.1, gzip;q=0.1", "gzip"],
    ["br;q=-1, gzip;q=0.1", "gzip"],
    ["br ; q=0.2 , gzip ; q=0.3", "gzip"],
    ["br;q=0.25, gzip;q=0.2", "br"],
    ["*;q=0.5, br;q=0.4", "gzip"],
  ])("%j: %s", (field, encoding) => {
    expect(acceptedEncoding(field)).toBe(encoding);
  });

  it("is one of the known ones for any field", () => {
    fc.assert(
      fc.property(fc.string(), (field) => {
        expect([null, "br", "gzip"]).toContain(acceptedEncoding(field));
      }),
    );
  });
});

it("what is compressed is restored exactly", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", maxLength: 5_000 }),
      fc.boolean(),
      async (text, thorough) => {
        const bytes = new TextEncoder().encode(text);
        const options = { thorough };
        expect(brotliDecompressSync(await compress(bytes, "br", options)).toString()).toBe(text);
        expect(gunzipSync(await compress(bytes, "gzip", options)).toString()).toBe(text);
      },
    ),
  );
});

it("a thorough compression is smaller", async () => {
  const words = Array.from({ length: 4_000 }, (_, i) => `word${(i * i * 7919) % 613}`).join(" ");
  const bytes = new TextEncoder().encode(words);
  for (const encoding of ["br", "gzip"] as const) {
    const [quick, thorough] = await Promise.all(
      [false, true].map((thorough) => compress(bytes, encoding, { thorough })),
    );
    expect(thorough!.byteLength).toBeLessThan(quick!.byteLength);
  }
});

describe("a gzip body made part by part", () => {
  it("holds all of the text so far after each part", async () => {
    const gzip = openGzip();
    const parts = ["first ", "", "second é 😀 ", "x".repeat(200_000)];
    const sent: Uint8Array[] = [];
    let text = "";
    for (const part of parts) {
      sent.push(await gzip.add(part));
      text += part;
      const restored = gunzipSync(Buffer.concat(sent), { finishFlush: constants.Z_SYNC_FLUSH });
      expect(restored.toString()).toBe(text);
    }
    sent.push(await gzip.end());
    expect(gunzipSync(Buffer.concat(sent)).toString()).toBe(text);
    gzip.close();
    gzip.close();
  });

  it.each([
    [undefined, false],
    ["br", false],
    ["gzip", true],
    ["br, gzip;q=0.1", true],
    ["br, gzip;q=0", false],
    ["*", true],
  ])("is made for a client that accepts %j: %s", (field, expected) => {
    expect(acceptsGzip(field)).toBe(expected);
  });
});

describe("the cache of compressed bodies", () => {
  const body = (length: number) => async () => new Uint8Array(length);

  it("makes each body once, also for concurrent requests", async () => {
    const cache = new CompressedCache(100);
    let made = 0;
    const make = async () => {
      made++;
      return new Uint8Array(1);
    };
    const [first, second] = await Promise.all([cache.get("a", make), cache.get("a", make)]);
    expect([made, first === second, (await cache.get("a", make)) === first]).toEqual([1, true, true]);
  });

  it("drops what was used least recently when it is full", async () => {
    const cache = new CompressedCache(100);
    const made: string[] = [];
    const get = (key: string) =>
      cache.get(key, () => {
        made.push(key);
        return body(40)();
      });
    for (const key of ["a", "b", "a", "c", "a", "b"]) await get(key);
    expect(made).toEqual(["a", "b", "c", "b"]);
  });

  it("is full only beyond its size, and then drops no more than needed", async () => {
    const cache = new CompressedCache(100);
    const made: string[] = [];
    const get = (key: string, length: number) =>
      cache.get(key, () => {
        made.push(key);
        return body(length)();
      });
    await get("a", 50);
    await get("b", 50);
    await get("a", 50);
    expect(made).toEqual(["a", "b"]);
    await get("c", 1);
    await get("a", 50);
    await get("c", 1);
    expect(made).toEqual(["a", "b", "c"]);
    await get("b", 50);
    expect(made).toEqual(["a", "b", "c", "b"]);
    await get("c", 1);
    await get("a", 50);
    expect(made).toEqual(["a", "b", "c", "b", "a"]);
  });

  it("does not drop a body that is still being made", async () => {
    const cache = new CompressedCache(10);
    let finish = (_: Uint8Array<ArrayBuffer>) => {};
    const slow = cache.get("slow", () => new Promise((resolve) => (finish = resolve)));
    await cache.get("large", body(11));
    expect(cache.get("slow", body(1))).toBe(slow);
    finish(new Uint8Array(2));
    expect((await slow).byteLength).toBe(2);
    expect(cache.get("slow", body(1))).toBe(slow);
    expect((await cache.get("large", body(3))).byteLength).toBe(3);
  });

  it("does not keep a failure", async () => {
    const cache = new CompressedCache(100);
    await expect(cache.get("a", () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
    expect((await cache.get("a", body(3))).byteLength).toBe(3);
  });
});
