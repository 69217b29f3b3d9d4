import { describe, expect, it } from "vitest";
import { relatedness, StaticTable, staticTable } from "./static-table.ts";

/** Rows of two numbers: low half first, each stored plus 8. */
const small = new StaticTable({
  dimensions: 2,
  names: ["coin", "stable", "##coin", "##s"],
  scales: Float32Array.of(1, 0.5, 2, 1),
  packed: Uint8Array.of(0x98, 0x7f, 0xa6, 0x88),
});
const vectorOf = (table: StaticTable, word: string) => {
  const sum = new Float32Array(table.dimensions);
  return table.add(word, sum) ? sum : null;
};
const cosine = (a: Float32Array, b: Float32Array) => {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, j) => sum + value * y[j]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe("StaticTable", () => {
  it("unpacks a row times its scale", () => {
    expect([...vectorOf(small, "coin")!]).toEqual([0, 1]);
    expect([...vectorOf(small, "stable")!]).toEqual([3.5, -0.5]);
  });

  it("sums the longest known parts of a word without a row of its own", () => {
    expect([...vectorOf(small, "stablecoins")!]).toEqual([3.5 - 4 + 0, -0.5 + 4 + 0]);
    expect([small.has("coin"), small.has("stablecoins")]).toEqual([true, false]);
  });

  it("lists whole words, without parts of words", () => {
    expect(small.words()).toEqual(["coin", "stable"]);
    expect(staticTable().words().length).toBeGreaterThan(30_000);
  });

  it("knows nothing of a word with an unknown part, and leaves the sum as it was", () => {
    const sum = Float32Array.of(1, 2);
    expect(small.add("coinx", sum)).toBe(false);
    expect([...sum]).toEqual([1, 2]);
  });
});

describe("the table that ships", () => {
  const table = staticTable();
  const close = (a: string, b: string) => cosine(vectorOf(table, a)!, vectorOf(table, b)!);

  it("has finite rows for ordinary words, and parts for others", () => {
    for (const word of ["doctor", "blockchain", "elderly", "xylophonists"]) {
      const vector = vectorOf(table, word)!;
      expect(vector.every(Number.isFinite), word).toBe(true);
      expect(
        vector.some((value) => value !== 0),
        word,
      ).toBe(true);
    }
    expect(vectorOf(table, "支付")).toBeNull();
  });

  it.each(["goverment", "enviroment", "recieve", "recipie", "extention", "hackaton"])(
    "has no row for the misspelt %s, so that queries are corrected",
    (word) => {
      expect(staticTable().has(word)).toBe(false);
    },
  );

  it("compares texts by the sum of their words, and is 0 where it knows none", () => {
    expect(relatedness("Food Items", "Restaurants")).toBeGreaterThan(0.4);
    expect(relatedness("Video Games", "Carbon Credits")).toBeLessThan(0.15);
    expect(relatedness("Video Games", "支付")).toBe(0);
    expect(relatedness("mental health", "mental health")).toBeCloseTo(1, 6);
  });

  it.each([
    ["doctor", "physician", "bicycle"],
    ["car", "automobile", "poem"],
    ["elderly", "grandparents", "compiler"],
    ["money", "cash", "forest"],
    ["voting", "election", "recipe"],
  ])("puts %s nearer to %s than to %s", (word, near, far) => {
    expect(close(word, near)).toBeGreaterThan(close(word, far) + 0.2);
  });
});
