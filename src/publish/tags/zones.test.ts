import { describe, expect, it } from "vitest";
import { type ZoneName, zonesOf } from "./zones.ts";

const texts = (description: string): [ZoneName, string][] =>
  zonesOf({ slug: "a", name: "A", oneLiner: "A", description })
    .filter(({ name }) => name !== "name" && name !== "oneLiner")
    .map(({ name, words }) => [name, words.text.trim()]);

describe("zonesOf", () => {
  it("separates built from planned features, by headings with and without Markdown marks", () => {
    expect(
      texts(
        "## Inspiration\nwhy\n## What it does\nthis\n## How we built it\nso\n## Challenges\nhard\n## What is next\nmore",
      ),
    ).toEqual([
      ["problem", "why"],
      ["lead", "this"],
      ["built", "so"],
      ["aside", "hard"],
      ["future", "more"],
    ]);
    expect(
      texts("The problem Lamp solves\ndark\nChallenges we ran into\nhard\nWhat's next for Lamp\nmore"),
    ).toEqual([
      ["problem", "dark"],
      ["aside", "hard"],
      ["future", "more"],
    ]);
  });

  it("treats a sentence that contains such a word as text", () => {
    expect(texts("What we built is a lamp.\nThe next day it was dark.")).toEqual([
      ["lead", "What we built is a lamp.\nThe next day it was dark."],
    ]);
  });

  it("ends the lead with a sentence, and loses no text", () => {
    const sentence = "It is a lamp that burns for a very long time indeed. ";
    const description = sentence.repeat(20);
    const zones = texts(description);
    expect(zones.map(([name]) => name)).toEqual(["lead", "body"]);
    expect(zones[0]![1].length).toBeLessThanOrEqual(500);
    expect(zones[0]![1].endsWith("indeed.")).toBe(true);
    expect(zones.map(([, text]) => text).join(" ")).toBe(description.trim());
  });

  it("calls the lead an opening where there is no one-liner", () => {
    for (const oneLiner of [null, " "]) {
      const zones = zonesOf({ slug: "a", name: "A", oneLiner, description: "It is a lamp." });
      expect(zones.map(({ name }) => name)).toEqual(["name", "opening"]);
    }
  });

  it("omits empty zones, and reads no more than 8,000 characters", () => {
    expect(
      zonesOf({ slug: "a", name: "A", oneLiner: "  ", description: "" }).map(({ name }) => name),
    ).toEqual(["name"]);
    const long = texts("lamp ".repeat(50_000));
    expect(long.reduce((sum, [, text]) => sum + text.length, 0)).toBeLessThanOrEqual(8_000);
  });
});
