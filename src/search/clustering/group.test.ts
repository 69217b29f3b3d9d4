import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignToNearest } from "./assignment.ts";
import { anyVectors, blobs, sourceOf } from "./blobs.case.ts";
import { centre, meanOf } from "./centring.ts";
import { groupCounts, groupVectors, minSize, silhouetteOf, usualGroups } from "./group.ts";
import { dot, packVectors, rowOf, takeRows } from "./vectors.ts";

describe("groupVectors", () => {
  it("puts every row into the group of its nearest centroid, none too small, largest first", () => {
    fc.assert(
      fc.property(anyVectors(1, 80), (vectors) => {
        const { centroids, nearest } = groupVectors(sourceOf(vectors), { seed: 1 });
        const sizes = new Array<number>(centroids.rows).fill(0);
        for (const group of nearest) sizes[group]!++;
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
        if (sizes.length > 1) expect(sizes.at(-1)).toBeGreaterThanOrEqual(minSize(vectors.rows));
        const { similarity } = assignToNearest(vectors, centroids);
        for (let row = 0; row < vectors.rows; row++)
          expect(dot(vectors, row, rowOf(centroids, nearest[row]!))).toBeCloseTo(similarity[row]!, 5);
      }),
      { numRuns: 60 },
    );
  });

  it("dissolves a group of two among large ones", () => {
    const large = blobs(3, 40, { seed: 2 });
    const odd = blobs(1, 2, { seed: 99, noise: 0.01 });
    const values = Float32Array.from([...large.values, ...odd.values]);
    const { nearest } = groupVectors(sourceOf({ ...large, values, rows: 122 }), { seed: 1 });
    const sizes = new Map<number, number>();
    for (const group of nearest) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    expect(Math.min(...sizes.values())).toBeGreaterThanOrEqual(minSize(122));
  });

  it("makes one group of rows that are all the same, and of rows without direction", () => {
    for (const vectors of [
      blobs(1, 30, { noise: 0 }),
      packVectors(new Array(9).fill(new Float32Array(4)), 4),
    ]) {
      const { centroids, nearest } = groupVectors(sourceOf(vectors), { seed: 1 });
      expect(centroids.rows).toBe(1);
      expect([...nearest]).toEqual(new Array(vectors.rows).fill(0));
    }
  });

  it("returns the same groups each time", () => {
    const vectors = blobs(12, 30, { noise: 0.5 });
    expect(groupVectors(sourceOf(vectors), { seed: 4 })).toEqual(
      groupVectors(sourceOf(vectors), { seed: 4 }),
    );
  });

  it("calls the caller between steps, who may stop it", () => {
    const vectors = blobs(3, 20);
    let calls = 0;
    groupVectors(sourceOf(vectors), { seed: 1, onRound: () => calls++ });
    expect(calls).toBeGreaterThan(3);
    const last = calls;
    calls = 0;
    const stop = () => {
      if (++calls === last) throw new Error("stop");
    };
    expect(() => groupVectors(sourceOf(vectors), { seed: 1, onRound: stop })).toThrow("stop");
    expect(calls).toBe(last);
  });

  it("finds groups that are points, whatever their number, and numbers the largest first", () => {
    const points = blobs(5, 1, { noise: 0, dimensions: 8 });
    const sizes = [60, 30, 50, 20, 40];
    const rows = sizes.flatMap((size, point) => Array.from({ length: size }, () => point));
    const { centroids, nearest } = groupVectors(sourceOf(takeRows(points, rows)), { seed: 1 });
    expect(centroids.rows).toBe(5);
    const order = [0, 2, 4, 1, 3];
    expect([...nearest]).toEqual(rows.map((point) => order.indexOf(point)));
  });

  it("is fitted on a sample of many rows, and puts all of them into the group of the nearest centroid", () => {
    const vectors = blobs(10, 1_800, { dimensions: 8, noise: 0.05 });
    const taken: number[] = [];
    const source = sourceOf(vectors);
    const take = (rows: readonly number[]) => {
      taken.push(rows.length);
      return source.take(rows);
    };
    const { centroids, nearest } = groupVectors({ ...source, take }, { seed: 1 });
    // Never all rows in memory.
    expect(Math.max(...taken)).toBe(16_384);
    expect(nearest.length).toBe(18_000);
    const blobsOf = new Map<number, Set<number>>();
    nearest.forEach((group, row) => {
      blobsOf.set(group, (blobsOf.get(group) ?? new Set()).add(row % 10));
    });
    for (const found of blobsOf.values()) expect(found.size).toBe(1);
    expect([...nearest]).toEqual([...assignToNearest(vectors, centroids).nearest]);
  }, 60_000);

  it("dissolves groups of many rows that are too small only among all of them", () => {
    const rows = 32_768;
    const large = blobs(9, Math.ceil(rows / 9), { dimensions: 8, noise: 0.05, seed: 2 });
    // The sample takes every second row, and so all thirty of these: for it the group is large enough.
    const odd = blobs(1, 30, { dimensions: 8, seed: 99, noise: 0.01 });
    const values = large.values.slice(0, rows * 8);
    for (let i = 0; i < odd.rows; i++) values.set(rowOf(odd, i), i * 2 * 8);
    const vectors = { values, rows, dimensions: 8 };
    expect(minSize(rows)).toBeGreaterThan(odd.rows);
    expect(minSize(rows) / 2).toBeLessThan(odd.rows);
    const { centroids, nearest } = groupVectors(sourceOf(vectors), { seed: 1 });
    const sizes = new Array<number>(centroids.rows).fill(0);
    for (const group of nearest) sizes[group]!++;
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(minSize(rows));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect([...nearest]).toEqual([...assignToNearest(vectors, centroids).nearest]);
  }, 60_000);
});

describe("number of groups", () => {
  it("is about 44 at 5,400 rows and grows more slowly than the square root", () => {
    expect(usualGroups(5_400)).toBeGreaterThanOrEqual(40);
    expect(usualGroups(5_400)).toBeLessThanOrEqual(48);
    expect(groupCounts(5_400)).toEqual([37, 44, 51]);
    expect(usualGroups(4 * 5_400)).toBeLessThan(2 * usualGroups(5_400));
    expect(usualGroups(4 * 5_400)).toBeGreaterThan(usualGroups(5_400));
  });

  it("is tried a seventh lower and higher, where groups can still be large enough", () => {
    expect([0, 1, 4, 20, 140, 5_400, 100_000].map(groupCounts)).toEqual([
      [1],
      [1],
      [1],
      [3, 4, 5],
      [8, 9, 10],
      [37, 44, 51],
      [134, 158, 182],
    ]);
    expect([0, 20, 140, 5_400, 100_000].map(minSize)).toEqual([4, 4, 4, 15, 79]);
  });

  it("is at least one, and never so large that a group must be too small", () => {
    for (let rows = 1; rows < 300; rows++)
      for (const count of groupCounts(rows)) {
        expect(count).toBeGreaterThanOrEqual(1);
        expect(count === 1 || count * minSize(rows) <= rows).toBe(true);
      }
  });

  it("the silhouette is 1 for groups that are points, and 0 for a single group", () => {
    const points = blobs(3, 5, { noise: 0 });
    expect(silhouetteOf(points, takeRows(points, [0, 1, 2]))).toBeCloseTo(1, 5);
    expect(silhouetteOf(points, takeRows(points, [0]))).toBe(0);
  });
});

describe("centring", () => {
  it("returns rows of length 1 around a mean of zero, and zero for rows equal to the mean", () => {
    const vectors = blobs(4, 25, { noise: 0.3 });
    const centred = centre(vectors, meanOf(vectors));
    for (let row = 0; row < centred.rows; row++)
      expect(dot(centred, row, rowOf(centred, row))).toBeCloseTo(1, 5);
    const same = blobs(1, 7, { noise: 0 });
    expect(centre(same, meanOf(same)).values.every((value) => value === 0)).toBe(true);
  });
});
