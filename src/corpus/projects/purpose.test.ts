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

  it.each([
    "How it works",
    "What is it?",
    "What is Teamwork?",
    "What it solves",
    "What we do",
    "What is IPFS for?",
    "What’s Otter?",
    "How we solve it",
  ])("puts the section %s first", (title) => {
    expect(purposeOf(`Sea.\n# ${title}\nOtters.\n# Team\nUs.`)).toBe("Otters.\n\nSea.");
  });

  it.each([
    "What’s next",
    "What is next for Otter",
    "How we built it",
    "What we've learned",
    "What's we learned",
    "How we got here",
    "Our team",
    "Deployment",
    "How it's made",
  ])("omits the section %s", (title) => {
    expect(purposeOf(`Sea.\n# ${title}\nOtters.`)).toBe("Sea.");
  });

  it("keeps what is under a name that begins like such a heading", () => {
    expect(purposeOf("# Teamwork for nurses\nShifts.\n# Team\nUs.")).toBe("Teamwork for nurses\nShifts.");
    expect(purposeOf("# DeployBot\nShips.\n# Roadmap\nMore.")).toBe("DeployBot\nShips.");
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
