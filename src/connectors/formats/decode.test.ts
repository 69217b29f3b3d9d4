import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, unpacked } from "./decode.ts";

const bytes = (...codes: number[]) => Uint8Array.from(codes);
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("decodeText", () => {
  it.each([
    ["UTF-8", Buffer.from("naïve Ω"), undefined, "naïve Ω"],
    ["UTF-8 under a wrong header", Buffer.from("naïve Ω"), "iso-8859-1", "naïve Ω"],
    ["UTF-8 with a byte order mark", Buffer.from("\ufeffnaïve"), "windows-1251", "naïve"],
    ["UTF-16 little endian with its mark", Buffer.from("\ufeffnaïve", "utf16le"), "utf-8", "naïve"],
    ["UTF-16 big endian with its mark", Buffer.from("\ufeffna", "utf16le").swap16(), undefined, "na"],
    ["stated UTF-16 without a mark", Buffer.from("naïve", "utf16le"), "utf-16le", "naïve"],
    ["windows-1252 under a UTF-8 header", latin1("na\xefve \x93quoted\x94"), "utf-8", "naïve “quoted”"],
    ["windows-1252 without a header", latin1("na\xefve"), undefined, "naïve"],
    ["a stated encoding", bytes(0xcf, 0xf0, 0xe8), "windows-1251", "При"],
    ["an unknown encoding", latin1("caf\xe9"), "no-such-charset", "café"],
    ["Japanese in seven bits", bytes(0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42), "iso-2022-jp", "あ"],
  ])("reads %s", (...[, input, charset, text]) => {
    expect(decodeText(input, charset)).toBe(text);
  });

  it("reads every UTF-8 text, whatever encoding is stated", () => {
    const charset = fc.constantFrom(undefined, "iso-8859-1", "utf-8", "shift_jis", "x-nonsense");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), charset, (text, stated) => {
        fc.pre(!/[\0\r]/.test(text));
        expect(decodeText(Buffer.from(text), stated)).toBe(text.replace(/^\ufeff/, ""));
      }),
    );
  });

  it("normalises line ends, and refuses binary content", () => {
    expect(decodeText(Buffer.from("a\r\nb\rc\n"))).toBe("a\nb\nc\n");
    expect(() => decodeText(bytes(0x89, 0x50, 0, 1))).toThrow("is binary, not text");
  });
});

describe("unpacked", () => {
  it("decompresses gzip, also in several members, and leaves other bytes alone", () => {
    const both = Buffer.concat([gzipSync("one "), gzipSync("two")]);
    expect(Buffer.from(unpacked(both)).toString()).toBe("one two");
    expect(Buffer.from(unpacked(Buffer.from("plain"))).toString()).toBe("plain");
  });

  it("refuses a decompression bomb and damaged bytes", () => {
    expect(() => unpacked(gzipSync(Buffer.alloc(3 * 2 ** 20)), 2 ** 20)).toThrow(
      "decompresses to more than 1 MiB",
    );
    expect(Buffer.from(unpacked(gzipSync(Buffer.alloc(2 ** 20)), 2 ** 20))).toHaveLength(2 ** 20);
    expect(() => unpacked(gzipSync("x".repeat(1_000)).subarray(0, 20))).toThrow("is damaged");
  });
});
