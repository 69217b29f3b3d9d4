import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceCharacters } from "./slice-characters.ts";

describe("sliceCharacters", () => {
  it("cuts by code points, as slicing an array of them does", () => {
    const text = fc
      .array(fc.constantFrom("a", "é", "支", "😀", "👩‍💻", "\ud83d"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (whole, from, length) => {
        expect(sliceCharacters(whole, from, from + length)).toBe(
          [...whole].slice(from, from + length).join(""),
        );
      }),
    );
    expect(sliceCharacters("😀b👩‍💻", 1, 3)).toBe("b👩");
  });
});
