import { describe, expect, it } from "vitest";
import { blobs, sourceOf } from "../clustering/blobs.case.ts";
import { takeRows, type Vectors } from "../clustering/vectors.ts";
import { layOut, type PreviousLayout } from "./lay-out.ts";
import { layOutMany, rowsOfForces } from "./lay-out-many.ts";

const groups = 5;
/** Row i is of group i % groups. */
const vectors = blobs(groups, 120, { noise: 0.15 });
const most = 101;
const lay = (of: Vectors, previous: PreviousLayout | null = null, by = most) =>
  layOutMany(sourceOf(of), { previous, onStep: () => {} }, by);

/** Share of the ten nearest rows in the plane that are of the same group. */
function purity(positions: Float32Array): number {
  const rows = [...Array(positions.length / 2).keys()];
  const distance = (a: number, b: number) =>
    Math.hypot(positions[a * 2]! - positions[b * 2]!, positions[a * 2 + 1]! - positions[b * 2 + 1]!);
  const same = rows.flatMap((row) =>
    rows
      .filter((other) => other !== row)
      .sort((a, b) => distance(row, a) - distance(row, b))
      .slice(0, 10)
      .map((other) => Number(other % groups === row % groups)),
  );
  return same.reduce((sum, one) => sum + one, 0) / same.length;
}

describe("layOutMany", () => {
  it("is the layout of all rows where they are few", () => {
    const all = layOut(vectors, { previous: null, onStep: () => {} });
    expect(lay(vectors, null, vectors.rows)).toEqual(all);
  });

  it("places rows beyond the sample among their like, within the frame, the same every time", () => {
    const laid = lay(vectors);
    const { positions, extent } = laid;
    expect(positions).toHaveLength(vectors.rows * 2);
    for (const x of positions) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
    }
    expect(purity(positions)).toBeGreaterThan(0.95);
    expect(lay(vectors)).toEqual(laid);
    const inSample = takeRows(vectors, rowsOfForces(vectors.rows, most));
    expect(layOut(inSample, { previous: null, onStep: () => {} }).extent).toBe(extent);
  });

  it("gives rows of one vector places of their own", () => {
    const same = blobs(1, 300, { noise: 0 });
    const { positions } = lay(same);
    const places = new Set(
      Array.from({ length: 300 }, (_, i) => `${positions[i * 2]} ${positions[i * 2 + 1]}`),
    );
    expect(places.size).toBeGreaterThan(290);
  });

  it("hardly moves what is known, and places new rows by the sample", () => {
    const former = lay(vectors);
    const grown: Vectors = {
      ...vectors,
      values: Float32Array.from([...vectors.values, ...vectors.values.subarray(0, 10 * vectors.dimensions)]),
      rows: vectors.rows + 10,
    };
    const previous = {
      positions: Float32Array.from([...former.positions, ...new Array(20).fill(Number.NaN)]),
      extent: former.extent,
      sameVectors: true,
    };
    const next = lay(grown, previous);
    const sample = new Set(rowsOfForces(grown.rows, most));
    expect(next.extent).toBe(former.extent);
    for (let row = 0; row < vectors.rows; row++) {
      const distance = Math.hypot(
        next.positions[row * 2]! - former.positions[row * 2]!,
        next.positions[row * 2 + 1]! - former.positions[row * 2 + 1]!,
      );
      expect(distance).toBeLessThan(sample.has(row) ? 0.2 : 1e-6);
    }
    expect(purity(next.positions)).toBeGreaterThan(0.9);
  });

  it("places all rows again where the vectors changed or most are new", () => {
    const former = lay(vectors);
    const few = former.positions.slice().fill(Number.NaN, 200);
    expect(lay(vectors, { ...former, positions: few, sameVectors: true })).toEqual(lay(vectors));
    const moved = lay(vectors, { ...former, sameVectors: false });
    expect(moved.positions.every((x) => x >= 0 && x <= 1)).toBe(true);
    expect(purity(moved.positions)).toBeGreaterThan(0.9);
  });

  it("stops when asked to", () => {
    const onStep = (done: number, total: number) => {
      expect(done).toBeLessThanOrEqual(total);
      if (done > 100) throw new Error("stopped");
    };
    expect(() => layOutMany(sourceOf(vectors), { previous: null, onStep }, most)).toThrow("stopped");
  });
});
