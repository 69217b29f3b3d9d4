import fc from "fast-check";
import { expect, it } from "vitest";
import { cleanLine, cleanStrings, cleanText, shorten } from "./clean-text.ts";

it.each([
  ["a\r\nb\rc\n", "a\nb\nc\n"],
  ["a\u000bb\u000cc\u0085d", "a\nb\nc\nd"],
  ["a\u0000b\u0008c\u000ed\u001fe\u007ff\u0084g\u0086h\u009fi", "abcdefghi"],
  ["a\tb", "a\tb"],
  ["\ud800x\udc00", "\ufffdx\ufffd"],
  ["😀 \u200f\u00ad שלום", "😀 \u200f\u00ad שלום"],
  ["", ""],
])("cleanText %j", (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

it("cleaning twice changes nothing more, for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect(clean).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
    }),
  );
});

it("a line has single spaces and none at its ends", () => {
  expect(cleanLine(" \u0000a \t\r\n b\u00a0c ")).toBe("a b c");
  expect(cleanLine(" \n ")).toBe("");
});

it("cleans every string of a value, and keeps what is clean as it is", () => {
  const clean = { a: ["x", 1, null, { b: "y" }], c: true };
  expect(cleanStrings(clean)).toBe(clean);
  const kept = { deep: ["z"] };
  const result = cleanStrings({ a: ["x\r", 1], kept, d: { e: "\u0000" } });
  expect(result).toEqual({ a: ["x\n", 1], kept, d: { e: "" } });
  expect((result as { kept: object }).kept).toBe(kept);
  for (const value of [null, 7, false]) expect(cleanStrings(value)).toBe(value);
});

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc …"],
  ["ab😀", 3, "ab …"],
  ["ab😀c", 4, "ab😀 …"],
])("shorten %j to %i", (text, max, short) => {
  expect(shorten(text, max)).toBe(short);
});
