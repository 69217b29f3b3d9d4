import { describe, expect, it } from "vitest";
import { fewLast, fewLastNote } from "./few-last.ts";

const row = (a: number, b: number) => ({ a: { count: a }, b: { count: b } });

describe("rows with few projects on a side", () => {
  it("come last, and both parts keep their order", () => {
    const rows = [row(1, 40), row(9, 3), row(50, 2), row(3, 80), row(0, 0)];
    const counts = fewLast(rows, ({ a, b }) => [a.count, b.count]).map(({ a, b }) => [a.count, b.count]);
    expect(counts).toEqual([
      [9, 3],
      [3, 80],
      [1, 40],
      [50, 2],
      [0, 0],
    ]);
  });

  it("are named by a note, unless all or none are", () => {
    expect(fewLastNote([row(3, 3), row(2, 9)])).toBe("Rows with fewer than 3 projects on a side come last");
    expect([fewLastNote([]), fewLastNote([row(3, 3)]), fewLastNote([row(1, 9)])]).toEqual(["", "", ""]);
  });
});
