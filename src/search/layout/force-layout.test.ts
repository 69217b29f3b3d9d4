import { describe, expect, it } from "vitest";
import { applyForces, type ForceOptions } from "./force-layout.ts";

/** Rows 0 to 2 are joined, 3 and 4 by a weak edge; 5 is alone. */
const graph = {
  from: Uint32Array.of(0, 0, 1, 3),
  to: Uint32Array.of(1, 2, 2, 4),
  weights: Float32Array.of(1, 0.5, 1, 0.25),
};
const start = () => Float32Array.of(0, 0, 1, 0, 0, 1, 5, 5, 5, 6, -5, -5);

function moved(options: Partial<ForceOptions>, positions = start(), edges = graph): Float32Array {
  applyForces(positions, edges, { rounds: 2, rate: 0.5, seed: 1, ...options });
  return positions;
}
const distance = (positions: Float32Array, a: number, b: number) =>
  Math.hypot(positions[a * 2]! - positions[b * 2]!, positions[a * 2 + 1]! - positions[b * 2 + 1]!);

describe("the forces", () => {
  it("place rows as in maps that were published, and nowhere else", () => {
    // Other positions need a new version of the map.
    const fixed = Float32Array.of(1, 0, 0.5, 1, 0, 1);
    const rounded = (positions: Float32Array) => Array.from(positions, (x) => Number(x.toFixed(3)));
    const together = Float32Array.of(0, 0, 1, 0, 0, 1, 5, 5, 5, 5, -5, -5);
    expect(rounded(moved({ rounds: 3, rate: 1 }, together))).toEqual([
      0.654, -0.075, 0.389, 1.413, -0.747, 0.536, 5, 5, 5, 5, -5, -5,
    ]);
    expect(rounded(moved({ freedom: fixed }))).toEqual([
      -0.229, -0.806, 1, 0, 0.062, 0.988, 5, 5, 5, 6, -5, -5,
    ]);
  });

  it("leave rows where they are that are not free, or that no edge has reached", () => {
    const freedom = new Float32Array(6);
    expect(moved({ freedom, rounds: 10 })).toEqual(start());
    expect(moved({ rounds: 3 }).slice(6)).toEqual(start().slice(6));
    expect(moved({ rounds: 4 }).slice(6, 10)).not.toEqual(start().slice(6, 10));
  });

  it("change nothing without rounds, edges or a second row", () => {
    expect(moved({ rounds: 0 })).toEqual(start());
    const weightless = { ...graph, weights: new Float32Array(4) };
    expect(moved({}, start(), weightless)).toEqual(start());
    const alone = { from: Uint32Array.of(0), to: Uint32Array.of(0), weights: Float32Array.of(1) };
    expect(moved({}, Float32Array.of(3, 4), alone)).toEqual(Float32Array.of(3, 4));
  });

  it("bring joined rows together that are far apart, and push apart rows that are not joined", () => {
    const far = Float32Array.of(0, 0, 8, 0, 0, 0.5, 0.1, 0.5);
    const edges = { from: Uint32Array.of(0, 2), to: Uint32Array.of(1, 3), weights: Float32Array.of(1, 1) };
    const after = moved({ rounds: 60, rate: 1 }, far, edges);
    expect(distance(after, 0, 1)).toBeLessThan(4);
    for (const row of [0, 1]) expect(distance(after, row, 2)).toBeGreaterThan(1);
  });

  it("push apart rows at one place", () => {
    const same = new Float32Array(12).fill(2);
    const after = moved({ rounds: 3, rate: 1 }, same);
    expect(distance(after, 0, 1)).toBeGreaterThan(0.1);
    expect(after.every(Number.isFinite)).toBe(true);
  });

  it("push two rows at one place to both sides, and bring two that are apart together", () => {
    const pair = { from: Uint32Array.of(0), to: Uint32Array.of(1), weights: Float32Array.of(1) };
    const after = moved({ rounds: 1, rate: 1 }, Float32Array.of(2, 2, 2, 2), pair);
    expect(after[0]).toBeGreaterThan(2.5);
    expect(after[2]).toBeLessThan(2);
    expect(distance(moved({ rounds: 1 }, Float32Array.of(0, 0, 6, 8), pair), 0, 1)).toBeLessThan(9.9);
  });

  it("move no row farther than a step allows, and less in each round", () => {
    const pair = { from: Uint32Array.of(0), to: Uint32Array.of(1), weights: Float32Array.of(1) };
    const near = Float32Array.of(0, 0, 1e-4, 0);
    // Five repulsions of at most 4 in each direction, and one attraction.
    expect(Math.abs(moved({ rounds: 1, rate: 1 }, near, pair)[0]!)).toBeLessThanOrEqual(24);
  });

  it("report each round before it", () => {
    const rounds: number[] = [];
    moved({ rounds: 3, onRound: (round) => rounds.push(round) });
    expect(rounds).toEqual([0, 1, 2]);
  });
});
