import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormTable } from "./form-table.ts";
import { type AsciiRun, forEachRun } from "./tokenizer.ts";

/** The runs of a text, each kept. */
function runsOf(text: string): AsciiRun[] {
  const runs: AsciiRun[] = [];
  forEachRun(text, { run: (run) => runs.push({ ...run }), token: () => {} });
  return runs;
}

const wordOf = ({ text, start, end }: AsciiRun) => text.slice(start, end).toLowerCase();
const word = fc.stringMatching(/^[A-Za-z0-9]{1,64}$/);

describe("FormTable", () => {
  it("finds what a map of strings finds, whatever the case, while it grows", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3_000 }), (words) => {
        const table = new FormTable();
        const expected = new Map<string, number>();
        for (const run of runsOf(words.join(" "))) {
          expect(table.find(run)).toBe(expected.get(wordOf(run)));
          if (expected.has(wordOf(run))) continue;
          // Negative numbers too: a stop word has one.
          table.add(run, expected.size - 1);
          expected.set(wordOf(run), expected.size - 1);
        }
        expect(table.size).toBe(expected.size);
        for (const run of runsOf(words.join("-").toUpperCase()))
          expect(table.find(run)).toBe(expected.get(wordOf(run)));
      }),
      { numRuns: 20 },
    );
  });

  it("distinguishes words of the same hash, also where one begins with the other", () => {
    const table = new FormTable();
    const runs = runsOf("first second fir firsts").map((run) => ({ ...run, hash: 7 }));
    runs.forEach((run, i) => {
      expect(table.find(run)).toBeUndefined();
      table.add(run, i);
    });
    expect(runs.map((run) => table.find(run))).toEqual([0, 1, 2, 3]);
  });
});
