import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packVectors, type Vectors } from "../clustering/vectors.ts";
import { seededGaussian } from "../random.ts";
import { applyForces } from "./force-layout.ts";
import { layOut, type PreviousLayout } from "./lay-out.ts";
import { joinNeighbors, nearestNeighbors } from "./neighbor-graph.ts";
import { principalAxes } from "./principal-axes.ts";

const dimensions = 16;
const still = () => {};

/** Rows of length 1 around as many directions as there are groups; row i is of group i % groups. */
function blobs(rows: number, groups: number, seed = 5): Vectors {
  const gaussian = seededGaussian(seed);
  const centres = Array.from({ length: groups }, () =>
    Array.from({ length: dimensions }, () => 3 * gaussian()),
  );
  const vectors = Array.from({ length: rows }, (_, row) => {
    const vector = Float32Array.from(centres[row % groups]!, (x) => x + gaussian());
    const norm = Math.hypot(...vector);
    return vector.map((x) => x / norm);
  });
  return packVectors(vectors, dimensions);
}

const cosine = ({ values }: Vectors, one: number, other: number) => {
  let sum = 0;
  for (let d = 0; d < dimensions; d++) sum += values[one * dimensions + d]! * values[other * dimensions + d]!;
  return sum;
};

describe("nearestNeighbors", () => {
  it("are those of a loop over all rows, nearest first, never the row itself", () => {
    const vectors = blobs(200, 4);
    const { ids, distances, k } = nearestNeighbors(vectors, 10, still);
    expect(k).toBe(10);
    let found = 0;
    for (let row = 0; row < 200; row++) {
      const others = Array.from({ length: 200 }, (_, other) => other).filter((other) => other !== row);
      const exact = others.sort((a, b) => cosine(vectors, row, b) - cosine(vectors, row, a)).slice(0, 10);
      const own = [...ids.subarray(row * 10, row * 10 + 10)];
      expect(own).not.toContain(row);
      expect(new Set(own).size).toBe(10);
      found += own.filter((other) => exact.includes(other)).length;
      for (let i = 0; i < 10; i++)
        expect(Math.abs(distances[row * 10 + i]! - (1 - cosine(vectors, row, own[i]!)))).toBeLessThan(0.02);
    }
    expect(found / 2_000).toBeGreaterThan(0.95);
  });

  it("are all others where there are fewer", () => {
    for (const rows of [0, 1, 2, 5]) {
      const { ids, k } = nearestNeighbors(blobs(rows, 1), 10, still);
      expect([k, ids.length]).toEqual([Math.max(0, rows - 1), rows * Math.max(0, rows - 1)]);
    }
  });
});

describe("joinNeighbors", () => {
  it("joins each pair once, by both directions' weights; each row's nearest by 1", () => {
    const nearest = nearestNeighbors(blobs(60, 3), 5, still);
    const { from, to, weights } = joinNeighbors(nearest);
    const pairs = new Set(Array.from(from, (one, i) => `${one} ${to[i]}`));
    expect(pairs.size).toBe(from.length);
    for (let row = 0; row < 60; row++)
      for (let i = 0; i < 5; i++) {
        const other = nearest.ids[row * 5 + i]!;
        expect(pairs.has(`${Math.min(row, other)} ${Math.max(row, other)}`)).toBe(true);
      }
    for (const weight of weights) {
      expect(weight).toBeGreaterThanOrEqual(0);
      expect(weight).toBeLessThanOrEqual(1 + 1e-6);
    }
    for (let row = 0; row < 60; row++) {
      const edge = Array.from(from.keys()).find((i) => {
        const pair = [from[i], to[i]];
        return pair.includes(row) && pair.includes(nearest.ids[row * 5]!);
      })!;
      expect(weights[edge]).toBeCloseTo(1, 5);
    }
  });
});

describe("principalAxes", () => {
  it("are the two directions of greatest variance, greatest first", () => {
    const gaussian = seededGaussian(3);
    const rows = Array.from({ length: 300 }, () => {
      const vector = new Float32Array(dimensions).map(() => 0.1 * gaussian());
      vector[4]! += 9 * gaussian();
      vector[7]! += 4 * gaussian();
      return vector;
    });
    const coordinates = principalAxes(packVectors(rows, dimensions));
    const correlation = (axis: number, dimension: number) => {
      const own = rows.map((_, row) => coordinates[row * 2 + axis]!);
      const wanted = rows.map((vector) => vector[dimension]!);
      const mean = (list: number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
      const [a, b] = [own, wanted].map((list) => list.map((x) => x - mean(list)));
      return a!.reduce((sum, x, i) => sum + x * b![i]!, 0) / (Math.hypot(...a!) * Math.hypot(...b!));
    };
    expect(Math.abs(correlation(0, 4))).toBeGreaterThan(0.99);
    expect(Math.abs(correlation(1, 7))).toBeGreaterThan(0.99);
  });
});

describe("applyForces", () => {
  it("draws joined rows together and pushes others apart, and moves no row without freedom", () => {
    const positions = Float32Array.of(0, 0, 8, 0, 0.1, 0.1, 5, 5);
    const graph = { from: Uint32Array.of(0), to: Uint32Array.of(1), weights: Float32Array.of(1) };
    const freedom = Float32Array.of(1, 1, 0, 0);
    applyForces(positions, graph, { rounds: 100, rate: 1, seed: 1, freedom });
    const distance = (a: number, b: number) =>
      Math.hypot(positions[a * 2]! - positions[b * 2]!, positions[a * 2 + 1]! - positions[b * 2 + 1]!);
    expect(distance(0, 1)).toBeLessThan(3);
    expect(distance(0, 2)).toBeGreaterThan(1);
    expect([...positions.subarray(4)]).toEqual([expect.closeTo(0.1, 6), expect.closeTo(0.1, 6), 5, 5]);
  });

  it("parts rows at one place", () => {
    const positions = new Float32Array(8);
    const graph = { from: Uint32Array.of(0, 2), to: Uint32Array.of(1, 3), weights: Float32Array.of(1, 1) };
    applyForces(positions, graph, { rounds: 20, rate: 1, seed: 1 });
    expect(positions.every((x) => Number.isFinite(x))).toBe(true);
    expect(new Set(positions).size).toBeGreaterThan(2);
  });
});

describe("layOut", () => {
  const lay = (vectors: Vectors, previous: PreviousLayout | null = null) =>
    layOut(vectors, { previous, onStep: still });

  /** Share of the ten nearest rows in the plane that are of the same group. */
  function purity(positions: Float32Array, groups: number): number {
    const rows = positions.length / 2;
    let same = 0;
    for (let row = 0; row < rows; row++) {
      const distance = (other: number) =>
        Math.hypot(
          positions[row * 2]! - positions[other * 2]!,
          positions[row * 2 + 1]! - positions[other * 2 + 1]!,
        );
      const others = Array.from({ length: rows }, (_, other) => other).filter((other) => other !== row);
      const near = others.sort((a, b) => distance(a) - distance(b)).slice(0, 10);
      same += near.filter((other) => other % groups === row % groups).length;
    }
    return same / (rows * 10);
  }

  it("places any number of rows within the frame, the same every time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 4 }), (rows, groups) => {
        const vectors = blobs(rows, groups);
        const { positions, extent } = lay(vectors);
        expect(positions).toHaveLength(rows * 2);
        for (const x of positions) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(1);
        }
        expect(extent).toBeGreaterThan(0);
        expect(lay(vectors).positions).toEqual(positions);
      }),
      { numRuns: 25 },
    );
  });

  it("places one row in the middle, and two or three apart", () => {
    expect([...lay(blobs(1, 1)).positions]).toEqual([0.5, 0.5]);
    for (const rows of [2, 3]) {
      const { positions } = lay(blobs(rows, 1));
      expect(new Set(positions.filter((_, i) => i % 2 === 0)).size).toBe(rows);
    }
  });

  it("places rows of one group near each other, better than the principal axes do", () => {
    const vectors = blobs(240, 6);
    const mapped = purity(lay(vectors).positions, 6);
    expect(mapped).toBeGreaterThan(0.95);
    expect(mapped).toBeGreaterThan(purity(principalAxes(vectors), 6));
  });

  it("places the same vectors apart, even if all are the same", () => {
    const one = blobs(1, 1);
    const same = packVectors(Array(30).fill(one.values), dimensions);
    const { positions } = lay(same);
    expect(positions.every((x) => x >= 0 && x <= 1)).toBe(true);
  });

  describe("continued", () => {
    const before = blobs(200, 4);
    const { positions: former, extent } = lay(before);
    const grown = blobs(200, 4);
    const newcomers = blobs(20, 4, 99);
    const vectors: Vectors = {
      values: Float32Array.from([...grown.values, ...newcomers.values]),
      rows: 220,
      dimensions,
    };
    const previous = (sameVectors: boolean): PreviousLayout => ({
      positions: Float32Array.from([...former, ...new Array(40).fill(Number.NaN)]),
      extent,
      sameVectors,
    });
    const moved = (positions: Float32Array) =>
      Array.from({ length: 200 }, (_, row) =>
        Math.hypot(positions[row * 2]! - former[row * 2]!, positions[row * 2 + 1]! - former[row * 2 + 1]!),
      ).sort((a, b) => a - b);

    it("hardly moves what is known, and keeps the scale", () => {
      const next = lay(vectors, previous(true));
      expect(next.extent).toBe(extent);
      expect(moved(next.positions)[100]).toBeLessThan(0.03);
    });

    it("places a new row among its nearest", () => {
      // The same directions as before, so that each newcomer has a group.
      const same = {
        ...vectors,
        values: Float32Array.from([...grown.values, ...grown.values.subarray(0, 320)]),
      };
      const { positions } = lay(same, previous(true));
      for (let row = 200; row < 220; row++) {
        const twin = row - 200;
        const distance = Math.hypot(
          positions[row * 2]! - positions[twin * 2]!,
          positions[row * 2 + 1]! - positions[twin * 2 + 1]!,
        );
        expect(distance).toBeLessThan(0.15);
      }
    });

    it("starts from the same places after a change of the vectors, and from scratch where most rows are new", () => {
      expect(moved(lay(vectors, previous(false)).positions)[100]).toBeLessThan(0.35);
      const few = previous(true);
      few.positions.fill(Number.NaN, 100);
      expect(lay(vectors, few)).toEqual(lay(vectors));
    });
  });

  it("stops when asked to", () => {
    const onStep = (done: number, total: number) => {
      expect(done).toBeLessThan(total);
      throw new Error("stopped");
    };
    expect(() => layOut(blobs(30, 2), { previous: null, onStep })).toThrow("stopped");
  });
});
