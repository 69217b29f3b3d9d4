import { expect, it } from "vitest";
import { percentDecoded } from "./percent-decoded.ts";

it.each([
  ["caf%C3%A9/a%20b", "café/a b"],
  ["100%", "100%"],
  ["%E9t%C3%A9", "%E9t%C3%A9"],
  ["a+b", "a+b"],
  ["", ""],
])("%j is %j", (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded);
});
