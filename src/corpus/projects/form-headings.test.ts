import { describe, expect, it } from "vitest";
import { withoutFormHeadings } from "./form-headings.ts";

describe("a description without the headings of a form", () => {
  it("keeps what was written under them", () => {
    const text =
      "## Inspiration\nMy uncle.\n## What we learned\nHow to learn.\n**What's next for Plum**\nMore plums.";
    expect(withoutFormHeadings(text).split("\n").filter(Boolean)).toEqual([
      "My uncle.",
      "How to learn.",
      "More plums.",
    ]);
  });

  it("drops a heading that names the project", () => {
    expect(withoutFormHeadings("The problem Plum solves\nToo few plums.")).toBe("\nToo few plums.");
  });

  it("drops it with what decorates it", () => {
    expect(withoutFormHeadings("### 💡 Inspiration ###\n1️⃣ What it does:")).toBe("\n");
  });

  it("keeps sentences that begin like one, and other headings", () => {
    for (const text of [
      "What we learned is that plums ripen.",
      "## Problem: plums rot",
      "Inspiration came late.",
      "What's next for Plum: a wallet for farmers",
      "The problem of rug pulls is one that Plum solves",
    ])
      expect(withoutFormHeadings(text)).toBe(text);
  });
});
