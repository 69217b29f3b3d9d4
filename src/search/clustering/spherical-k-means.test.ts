import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { assignToNearest } from "./assignment.ts";
import { anyVectors, blobs } from "./blobs.case.ts";
import { seedRows } from "./seeding.ts";
import { refine, sphericalKMeans } from "./spherical-k-means.ts";
import { dot, packVectors, rowOf, takeRows, type Vectors } from "./vectors.ts";

const seeds = fc.integer({ min: 0, max: 1_000 });

/** Cosines with every centroid, in plain loops over plain numbers. */
const cosines = (vectors: Vectors, row: number, centroids: Vectors): number[] =>
  Array.from({ length: centroids.rows }, (_, c) => dot(vectors, row, rowOf(centroids, c)));

describe("assignToNearest", () => {
  it("assigns each row to the centroid of the greatest cosine, and returns the second", () => {
    fc.assert(
      fc.property(anyVectors(1), fc.integer({ min: 1, max: 9 }), (vectors, count) => {
        const centroids = takeRows(
          vectors,
          Array.from({ length: count }, (_, i) => (i * 7) % vectors.rows),
        );
        const { nearest, similarity, second } = assignToNearest(vectors, centroids);
        for (let row = 0; row < vectors.rows; row++) {
          const expected = cosines(vectors, row, centroids);
          expect(similarity[row]).toBeCloseTo(Math.max(...expected), 6);
          expect(expected[nearest[row]!]).toBeCloseTo(Math.max(...expected), 6);
          const others = expected.filter((_, c) => c !== nearest[row]);
          expect(second[row]).toBeCloseTo(others.length > 0 ? Math.max(...others) : -1, 6);
        }
      }),
    );
  });

  it("refuses to assign without centroids", () => {
    const vectors = blobs(1, 2);
    expect(() => assignToNearest(vectors, takeRows(vectors, []))).toThrow("there is no centroid");
  });
});

describe("seedRows", () => {
  it("draws each next seed with a probability proportional to its distance from those drawn", () => {
    // Distances from the first row, which is always drawn first here: 0, 1, 2.
    const rows = [
      [1, 0],
      [0, 1],
      [-1, 0],
    ].map((row) => Float32Array.from(row));
    const vectors = packVectors(rows, 2);
    const random = seededRandom(5);
    const drawn = [0, 0, 0];
    const times = 6_000;
    for (let i = 0; i < times; i++) {
      let first = true;
      const startAtNought = () => {
        if (!first) return random();
        first = false;
        return 0;
      };
      drawn[seedRows(vectors, 2, startAtNought)[1]!]!++;
    }
    expect(drawn[0]).toBe(0);
    expect(drawn[1]! / times).toBeCloseTo(1 / 3, 1);
    expect(drawn[2]! / times).toBeCloseTo(2 / 3, 1);
  });

  it("never draws two rows of the same direction, and stops when none is left", () => {
    fc.assert(
      fc.property(anyVectors(1), seeds, fc.integer({ min: 1, max: 50 }), (vectors, seed, count) => {
        const directed = takeRows(
          vectors,
          Array.from({ length: vectors.rows }, (_, row) => row).filter(
            (row) => dot(vectors, row, rowOf(vectors, row)) > 0,
          ),
        );
        const chosen = seedRows(directed, count, seededRandom(seed));
        expect(chosen.length).toBeLessThanOrEqual(count);
        for (const one of chosen)
          for (const other of chosen)
            if (one !== other) expect(dot(directed, one, rowOf(directed, other))).toBeLessThan(1 - 1e-7);
      }),
    );
  });
});

describe("sphericalKMeans", () => {
  it("never lowers the objective, and ends with each row at its nearest centroid", () => {
    fc.assert(
      fc.property(anyVectors(1), seeds, fc.integer({ min: 1, max: 8 }), (vectors, seed, clusters) => {
        const { history, nearest, centroids, objective } = sphericalKMeans(vectors, { clusters, seed });
        for (let round = 1; round < history.length; round++)
          expect(history[round]).toBeGreaterThanOrEqual(history[round - 1]! - 1e-6);
        expect(objective).toBe(history.at(-1));
        expect(nearest).toEqual(assignToNearest(vectors, centroids).nearest);
        let sum = 0;
        for (let row = 0; row < vectors.rows; row++) sum += Math.max(...cosines(vectors, row, centroids));
        expect(objective).toBeCloseTo(sum / vectors.rows, 6);
      }),
    );
  });

  it("finds the groups of well-separated rows", () => {
    const vectors = blobs(6, 20);
    const { nearest } = sphericalKMeans(vectors, { clusters: 6, seed: 3 });
    for (let row = 6; row < vectors.rows; row++) expect(nearest[row]).toBe(nearest[row % 6]);
    expect(new Set(nearest.slice(0, 6)).size).toBe(6);
  });

  it("is no worse with more restarts, and the same each time", () => {
    const vectors = blobs(9, 12, { noise: 0.4 });
    const once = sphericalKMeans(vectors, { clusters: 9, seed: 1, restarts: 1 });
    const often = sphericalKMeans(vectors, { clusters: 9, seed: 1, restarts: 6 });
    expect(often.objective).toBeGreaterThanOrEqual(once.objective);
    expect(sphericalKMeans(vectors, { clusters: 9, seed: 1, restarts: 6 })).toEqual(often);
  });

  it("ends with the first round that gains little, or the last allowed", () => {
    const vectors = blobs(5, 40, { noise: 0.3, dimensions: 40 });
    const gains = ({ history }: { history: number[] }) => history.slice(1).map((x, i) => x - history[i]!);
    const clustered = sphericalKMeans(vectors, { clusters: 5, seed: 1, restarts: 1 });
    const all = gains(clustered);
    expect(all.length).toBeGreaterThan(2);
    expect(all.at(-1)).toBeLessThan(2e-4);
    for (const gain of all.slice(0, -1)) expect(gain).toBeGreaterThanOrEqual(2e-4);
    const few = sphericalKMeans(vectors, { clusters: 5, seed: 1, restarts: 1, iterations: 2 });
    expect(few.history).toEqual(clustered.history.slice(0, 3));
    const none = sphericalKMeans(vectors, { clusters: 5, seed: 1, restarts: 1, iterations: 0 });
    expect(none.history).toHaveLength(1);
  });

  it("makes fewer groups when there are fewer distinct rows", () => {
    const vectors = blobs(2, 5, { noise: 0 });
    expect(sphericalKMeans(vectors, { clusters: 7, seed: 1 }).centroids.rows).toBe(2);
  });

  it("of no rows has the given centroids", () => {
    const vectors = blobs(2, 3);
    const none = takeRows(vectors, []);
    expect(refine(none, vectors, {})).toMatchObject({ centroids: vectors, objective: 0, history: [] });
    expect(refine(vectors, none, {})).toMatchObject({ nearest: new Uint32Array(6), objective: 0 });
  });

  it("can be stopped between rounds", () => {
    const onRound = () => {
      throw new Error("stopped");
    };
    expect(() => sphericalKMeans(blobs(3, 5), { clusters: 3, seed: 1, onRound })).toThrow("stopped");
  });
});
