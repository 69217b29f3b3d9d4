import { expect, test } from "vitest";
import { isWellFormed, newToken, tokenDigest } from "./token.ts";

test("tokens differ, and each is well-formed", () => {
  const tokens = new Set(Array.from({ length: 200 }, newToken));
  expect(tokens.size).toBe(200);
  for (const token of tokens) expect(isWellFormed(token)).toBe(true);
});

test("the checksum is the CRC-32 of the 40 characters, in base 62", () => {
  // Computed with another implementation.
  expect(isWellFormed(`pa_${"123456789".padEnd(40, "0")}1tWN7v`)).toBe(true);
});

test("a mistyped character or a swap of two neighbors is detected", () => {
  const token = newToken();
  for (let at = 3; at < token.length; at++) {
    const other = token[at] === "a" ? "b" : "a";
    expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    if (at + 1 < token.length && token[at] !== token[at + 1])
      expect(isWellFormed(token.slice(0, at) + token[at + 1] + token[at] + token.slice(at + 2))).toBe(false);
  }
});

test("the digest is SHA-256, hex", () => {
  expect(tokenDigest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
