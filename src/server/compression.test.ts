import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompressedCache } from "./compressed-cache.ts";
import { acceptedEncoding, compress } from "./compression.ts";

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

  it("does not keep a failure", async () => {
    const cache = new CompressedCache(100);
    await expect(cache.get("a", () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
    expect((await cache.get("a", body(3))).byteLength).toBe(3);
  });
});
