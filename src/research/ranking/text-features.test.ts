import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "../../search/analysis/analyzer.ts";
import { rankingWeights } from "./linear-model.ts";
import { addTextFeatures, coverageOf, proximityTo } from "./text-features.ts";

const terms = (query: string) => new Map(analyze(query).map((term) => [term, 1]));

describe("proximityTo", () => {
  it.each([
    ["neighbors", "merchants pay with stable coins today", 1],
    ["neighbors in the other order", "coins that are stable", 1],
    ["other forms of the words", "Coined as STABLE", 1],
    ["one word between them", "stable digital coins", 1 / 2],
    ["two words between them", "stable digital gold coins", 1 / 3],
    ["three words between them", "stable digital gold mining coins", 0],
    ["only one of them", "a stable life", 0],
    ["part of another word", "unstable coinage", 0],
    ["no text", "", 0],
  ])("counts %s", (_, text, expected) => {
    expect(proximityTo(terms("stable coin"))(text)).toBeCloseTo(expected, 9);
  });

  it("counts irregular forms of the words", () => {
    expect(proximityTo(terms("mouse trap"))("traps for mice, mice traps")).toBe(1);
  });

  it("reads only the beginning of a text, and no words that are far apart in it", () => {
    const nearness = proximityTo(terms("stable coin"));
    expect(nearness(`${"x".repeat(1_480)} stable coins`)).toBe(1);
    expect(nearness(`${"x".repeat(1_493)} stable coins`)).toBe(0);
    expect(nearness(`stable${"-".repeat(60)}coins`)).toBe(1);
    expect(nearness(`stable${"-".repeat(61)}coins`)).toBe(0);
    expect(nearness("stable digital coins, then stable coins, then stable, digital coins")).toBe(1);
  });

  it("weighs each pair of the query by the rarity of its words", () => {
    const query = new Map([
      ["zero", 1],
      ["knowledg", 2],
      ["proof", 3],
    ]);
    expect(proximityTo(query)("zero knowledge")).toBeCloseTo(3 / 8, 9);
    expect(proximityTo(query)("knowledge proofs")).toBeCloseTo(5 / 8, 9);
    expect(proximityTo(query)("zero knowledge proofs")).toBeCloseTo(1, 9);
  });

  it("is between 0 and 1 for any text, and reads characters of expressions as they are", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (query, text) => {
        const nearness = proximityTo(terms(query))(text);
        expect(nearness).toBeGreaterThanOrEqual(0);
        expect(nearness).toBeLessThanOrEqual(1);
      }),
    );
    const signs = new Map([
      ["c++", 1],
      ["a.b", 1],
    ]);
    expect(proximityTo(signs)("cpp axb")).toBe(0);
  });
});

describe("coverageOf", () => {
  it("is the share of the query's words, by rarity", () => {
    const query = new Map([
      ["graph", 3],
      ["the", 1],
    ]);
    expect(coverageOf(query, new Set(["graph"]))).toBe(0.75);
    expect(coverageOf(query, new Set())).toBe(0);
    expect(coverageOf(new Map(), new Set(["graph"]))).toBe(0);
  });
});

const unread = { nameOf: () => expect.unreachable(), textOf: () => expect.unreachable() };

describe("addTextFeatures", () => {
  it("raises the best candidates by their names and texts, and reads no text beyond them", () => {
    const scores = Float64Array.from({ length: 100 }, (_, i) => 1 - i / 100);
    const read: number[] = [];
    const weights = { ...rankingWeights.projects, proximity: 2, name: 1 };
    addTextFeatures(scores, terms("stable coin"), {
      weights,
      nameOf: (candidate) => (candidate === 3 ? "Stable Coin" : ""),
      textOf: (candidate) => {
        read.push(candidate);
        return candidate === 3 ? "stable coins" : "";
      },
    });
    expect(scores[3]).toBeCloseTo(1 - 0.03 + 3, 9);
    expect(scores[4]).toBe(1 - 0.04);
    expect(read.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, i) => i));
  });

  it("returns what each text holds; of one word, nothing about pairs", () => {
    const texts = { nameOf: () => "Stable", textOf: () => "stable coins" };
    const shares = addTextFeatures(Float64Array.of(1), terms("stable coin"), {
      weights: rankingWeights.projects,
      ...texts,
    });
    expect([...shares]).toEqual([[0, { proximity: 1, name: 0.5 }]]);
    const one = addTextFeatures(Float64Array.of(1), terms("stable"), {
      weights: rankingWeights.projects,
      ...texts,
    });
    expect([...one]).toEqual([[0, { proximity: 0, name: 1 }]]);
  });

  it("reads nothing that has no weight", () => {
    const scores = Float64Array.of(1);
    const weights = { ...rankingWeights.projects, proximity: 0, name: 0 };
    expect([...addTextFeatures(scores, terms("stable coin"), { weights, ...unread })]).toEqual([
      [0, { proximity: 0, name: 0 }],
    ]);
    expect(scores[0]).toBe(1);
  });

  it("reads nothing for a query without words", () => {
    addTextFeatures(Float64Array.of(1), new Map(), { weights: rankingWeights.archive, ...unread });
  });
});
