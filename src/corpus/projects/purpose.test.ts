import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { purposeOf } from "./purpose.ts";

describe("the purpose in a description", () => {
  it("puts the purpose first and omits how it was made", () => {
    const story =
      "## Inspiration\nFloods.\n## What it does\nWarns people.\n## How we built it\nPython.\n## What's next\nMore.";
    expect(purposeOf(story)).toBe("Warns people.\n\nInspiration\nFloods.");
  });

  it("keeps headings about the product", () => {
    expect(purposeOf("# For farmers\nPrices.\n# Challenges we ran into\nSleep.")).toBe(
      "For farmers\nPrices.",
    );
  });

  it("keeps a text without headings, and one only about making it", () => {
    expect(purposeOf("How we built it is a film.")).toBe("How we built it is a film.");
    expect(purposeOf("## How we built it\nPython.")).toBe("## How we built it\nPython.");
  });

  it("is empty only for an empty text", () => {
    const line = fc.constantFrom("## What it does", "# Team", "#", "text", "", "## Challenges", "####### no");
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join("\n");
        expect(purposeOf(text).trim() === "").toBe(text.trim() === "");
      }),
    );
  });
});
