import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena.ts";
import { layScratch } from "../kernels/scratch.ts";
import type { Centroids } from "./centroids.ts";
import { CoarseQuantizer, placeCentroids } from "./coarse-quantizer.ts";
import { Rotation } from "./rotation.ts";
import { type PreparedQuery, prepareRotated } from "./vector-index.ts";
import { dimensions, vectors } from "./vectors.case.ts";

const arena = new Arena(1 << 20);
const scratch = layScratch(arena);

const rotation = new Rotation(dimensions);
/** Rotated, as codes need it. */
const rotatedVectors = (count: number, seed: number) =>
  vectors(count, seed).map((vector) => {
    const rotated = new Float32Array(dimensions);
    rotation.apply(vector, rotated);
    return rotated;
  });

/** Unit vectors in eight bits. */
function centroidsOf(rows: readonly Float32Array[]): Centroids {
  const centroids = new Int8Array(rows.length * dimensions);
  const centroidScales = new Float32Array(rows.length);
  rows.forEach((row, list) => {
    const scale = Math.max(...row.map(Math.abs)) / 127;
    centroids.set(
      row.map((x) => Math.round(x / scale)),
      list * dimensions,
    );
    centroidScales[list] = scale;
  });
  return { centroids, centroidScales };
}

function closenessOf({ centroids, centroidScales }: Centroids, query: PreparedQuery): number[] {
  return Array.from(centroidScales, (scale, list) => {
    const row = centroids.subarray(list * dimensions, (list + 1) * dimensions);
    return query.int16.reduce((sum, x, j) => sum + x * row[j]!, 0) * scale * query.int16Scale;
  });
}

/** Every list of every index by closeness, and the wanted number of them. */
function naive(indexes: readonly Centroids[], considered: readonly number[], query: PreparedQuery) {
  const all = indexes.flatMap((centroids, i) =>
    closenessOf(centroids, query).map((closeness, list) => ({ i, list, closeness })),
  );
  all.sort((a, b) => b.closeness - a.closeness);
  const wanted = Math.sqrt(Math.max(...considered) * considered.reduce((sum, count) => sum + count, 0));
  return all.slice(0, Math.ceil(wanted));
}

const ask = (indexes: readonly Centroids[], considered: readonly number[], query: PreparedQuery) => {
  const placed = placeCentroids(arena, indexes);
  return placed && new CoarseQuantizer(arena, placed).nearest(query, considered, scratch);
};

describe("lists of several indexes", () => {
  it("are the nearest of all together, as the naive twin finds", () => {
    const sizes = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 1_000 }), (counts, seed) => {
        const rows = rotatedVectors(counts.reduce((sum, count) => sum + count, 0) + 1, seed);
        const query = prepareRotated(rows.pop()!);
        const indexes = counts.map((count) => centroidsOf(rows.splice(0, count)));
        // So many that all are compared by their components.
        const considered = counts.map((count) => Math.ceil(count * 0.9));
        const found = ask(indexes, considered, query);
        expect(found === null).toBe(counts.every((count) => count === 0));
        const expected = naive(indexes, considered, query);
        expect((found ?? []).every((near, i) => (near !== null) === counts[i]! > 0)).toBe(true);
        found?.forEach((near, i) => {
          const own = expected.filter((one) => one.i === i);
          expect([...(near?.lists ?? [])].sort((a, b) => a - b)).toEqual(
            own.map(({ list }) => list).sort((a, b) => a - b),
          );
          const closeness = closenessOf(indexes[i]!, query);
          near?.lists.forEach((list, at) => {
            expect(near.closeness[at]).toBeCloseTo(closeness[list]!, 5);
          });
        });
      }),
      { numRuns: 60 },
    );
  });

  const many = Array.from({ length: 9 }, (_, i) => centroidsOf(rotatedVectors(1_000, 20 + i)));
  const considered = many.map(() => 100);

  it("are three times those of one index for nine of one size, among them nearly all of the very nearest", () => {
    let found = 0;
    for (const vector of rotatedVectors(20, 7)) {
      const query = prepareRotated(vector);
      const lists = ask(many, considered, query)!.flatMap((near, i) =>
        [...near!.lists].map((list) => `${i} ${list}`),
      );
      expect(lists).toHaveLength(300);
      const nearest = naive(many, considered, query).slice(0, 40);
      found += nearest.filter(({ i, list }) => lists.includes(`${i} ${list}`)).length / 40 / 20;
    }
    expect(found).toBeGreaterThanOrEqual(0.95);
  });

  it("begin with the 32 nearest, best first within each index", () => {
    for (const vector of rotatedVectors(20, 8)) {
      const query = prepareRotated(vector);
      const found = ask(many, considered, query)!;
      const nearest = found.flatMap((near, i) =>
        Array.from(near!.lists, (list, at) => ({ i, list, at, closeness: near!.closeness[at]! })),
      );
      nearest.sort((a, b) => b.closeness - a.closeness);
      const next = found.map(() => 0);
      for (const { i, at } of nearest.slice(0, 32)) expect(at).toBe(next[i]!++);
    }
  });

  it("leave out empty lists", () => {
    const some = centroidsOf(rotatedVectors(30, 3));
    some.centroidScales[4] = 0;
    const [near] = ask([some], [30], prepareRotated(rotatedVectors(1, 4)[0]!))!;
    expect([...near!.lists].sort((a, b) => a - b)).toEqual(
      [...Array(30).keys()].filter((list) => list !== 4),
    );
  });
});
