import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunk } from "./chunk.ts";

const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.constantFrom(
        "\n\n",
        "# Heading\n\n",
        "A sentence of some length. ",
        "x".repeat(2_500),
        "語".repeat(700),
        "\n",
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

describe("chunk", () => {
  it("loses nothing but white space, in order, and keeps chunks short", () => {
    fc.assert(
      fc.property(texts, (content) => {
        const chunks = chunk(content);
        let covered = 0;
        for (const [i, { start, end }] of chunks.entries()) {
          expect(end - start).toBeLessThanOrEqual(1_500);
          if (i > 0) expect(start).toBeGreaterThanOrEqual(chunks[i - 1]!.start);
          expect(content.slice(covered, Math.max(covered, start)).trim()).toBe("");
          covered = Math.max(covered, end);
        }
        expect(content.slice(covered).trim()).toBe("");
      }),
    );
  });

  it("never splits a surrogate pair", () => {
    const content = "😀".repeat(5_000);
    for (const { start, end } of chunk(content))
      expect(Buffer.from(content.slice(start, end)).toString()).not.toContain("\ufffd");
  });

  it("returns one empty chunk for a document without text", () => {
    expect(chunk("")).toEqual([{ start: 0, end: 0 }]);
    expect(chunk(" \n ")).toEqual([{ start: 0, end: 0 }]);
  });

  it("starts a chunk at a heading once the previous one is long enough", () => {
    const content = `# One\n\n${"word ".repeat(120)}\n\n# Two\n\n${"word ".repeat(120)}`;
    const chunks = chunk(content);
    expect(chunks).toHaveLength(2);
    expect(content.slice(chunks[1]!.start)).toMatch(/^# Two/);
  });

  it("repeats the last sentence where a long paragraph continues", () => {
    const content = Array.from(
      { length: 40 },
      (_, i) => `Sentence number ${i} says a little something.`,
    ).join(" ");
    const chunks = chunk(content);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks[1]!.start).toBeLessThan(chunks[0]!.end);
  });

  it("handles five million characters", () => {
    const chunks = chunk("lorem ipsum dolor sit amet, ".repeat(180_000));
    expect(chunks.length).toBeGreaterThan(4_000);
  });
});
