import { describe, expect, it } from "vitest";
import { fewLast, fewLastNote } from "./few-last.ts";

/** Of 100 winners and 1,000 others. */
const row = (a: number, b: number) => ({
  a: { count: a, share: a / 100 },
  b: { count: b, share: b / 1_000 },
});

describe("rows whose greater share is of few projects", () => {
  it("come last, and both parts keep their order", () => {
    const rows = [row(2, 1), row(9, 3), row(0, 400), row(3, 2), row(0, 0), row(0, 2)];
    const counts = fewLast(rows, ({ a, b }) => [a, b]).map(({ a, b }) => [a.count, b.count]);
    expect(counts).toEqual([
      [9, 3],
      [0, 400],
      [3, 2],
      [2, 1],
      [0, 0],
      [0, 2],
    ]);
  });

  it("are named by a note, also where all are", () => {
    expect(fewLastNote([row(3, 3), row(2, 9)])).toBe(
      "Rows whose greater share is of fewer than 3 projects come last",
    );
    expect(fewLastNote([row(1, 9)])).toBe(
      "The greater share of each row is of fewer than 3 projects: it may be chance",
    );
    expect([fewLastNote([]), fewLastNote([row(3, 3)])]).toEqual(["", ""]);
  });
});
