import { describe, expect, it } from "vitest";
import { packVectors } from "../clustering/vectors.ts";
import { joinNeighbors, nearestNeighbors, nearestOf } from "./neighbor-graph.ts";

/** Rows at these angles, in degrees, in the plane of the first two of 64 dimensions. */
const atAngles = (...degrees: number[]) =>
  packVectors(
    degrees.map((degree) => {
      const vector = new Float32Array(64);
      vector[0] = Math.cos((degree * Math.PI) / 180);
      vector[1] = Math.sin((degree * Math.PI) / 180);
      return vector;
    }),
    64,
  );

describe("the graph of nearest neighbors", () => {
  const ids = Uint32Array.of(1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2);

  it("has a weight for each pair: 1 for a row's nearest, less beyond it, on a scale of the row's own", () => {
    const distances = Float32Array.of(0.1, 0.2, 0.4, 0.1, 0.3, 0.5, 0.2, 0.3, 0.35, 0.35, 0.4, 0.5);
    const { from, to, weights } = joinNeighbors({ ids, distances, k: 3 });
    expect([...from]).toEqual([0, 0, 0, 1, 1, 2]);
    expect([...to]).toEqual([1, 2, 3, 2, 3, 3]);
    const expected = [1, 1, 1, 0.83569, 0.80367, 0.61118];
    weights.forEach((weight, i) => {
      expect(weight).toBeCloseTo(expected[i]!, 4);
    });
  });

  it("has in one direction weights that add up to the logarithm of their number", () => {
    const distances = Float32Array.of(0.1, 0.2, 0.4, 0.7);
    // The neighbors have none of their own: their distances are so great that no weight is left.
    const lone = joinNeighbors({ ids: Uint32Array.of(1, 2, 3, 4), distances, k: 4 });
    expect([...lone.weights].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(Math.log2(5), 4);
    expect(lone.weights[0]).toBe(1);
    expect([...lone.weights].toSorted((a, b) => b - a)).toEqual([...lone.weights]);
  });

  it("joins rows of one vector by 1, and has no edges without neighbors", () => {
    const same = joinNeighbors({ ids, distances: new Float32Array(12), k: 3 });
    expect([...same.weights]).toEqual([1, 1, 1, 1, 1, 1]);
    const none = joinNeighbors({ ids: new Uint32Array(0), distances: new Float32Array(0), k: 0 });
    expect(none.from).toHaveLength(0);
  });
});

it("the nearest rows of a row are reported row by row, without itself, and never nearer than 0", () => {
  const rows: number[] = [];
  const { ids, distances, k } = nearestNeighbors(atAngles(0, 10, 0, 90), 2, (row) => rows.push(row));
  expect(rows).toEqual([0, 1, 2, 3]);
  expect(k).toBe(2);
  expect([...ids]).toEqual([2, 1, 0, 2, 0, 1, 1, 0]);
  for (const distance of distances) expect(distance).toBeGreaterThanOrEqual(0);
  expect(distances[0]).toBeLessThan(0.01);
  expect(distances[6]).toBeCloseTo(1 - Math.cos((80 * Math.PI) / 180), 1);
});

it("any vector has its nearest rows, nearest first", () => {
  const near = nearestOf(atAngles(0, 30, 60, 90));
  const { ids, similarities } = near(atAngles(70).values, 3);
  expect([...ids]).toEqual([2, 3, 1]);
  [10, 20, 40].forEach((degrees, i) => {
    expect(similarities[i]).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 1);
  });
});
