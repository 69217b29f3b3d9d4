/**
 * Positions of maps that were published: the same vectors give them again. Where a change of the rules moves them, the
 * version of the landscape's file must change too, so that maps are made anew.
 */
import { expect, it } from "vitest";
import { blobs, sourceOf } from "../clustering/blobs.case.ts";
import { type LayoutOptions, layOut, type PreviousLayout } from "./lay-out.ts";
import { layOutMany, rowsOfForces } from "./lay-out-many.ts";
import { principalAxes } from "./principal-axes.ts";

const vectors = blobs(3, 20, { noise: 0.3 });
const onStep = () => {};
const first = (positions: Float32Array) => Array.from(positions.slice(0, 10), (x) => Number(x.toFixed(3)));

/** Every seventh row is new. */
function previous(sameVectors: boolean): PreviousLayout {
  const { positions, extent } = layOut(vectors, { previous: null, onStep });
  return { positions: positions.map((x, i) => (i % 14 < 2 ? Number.NaN : x)), extent, sameVectors };
}

it("a new map starts from the two directions in which vectors differ most", () => {
  expect(first(principalAxes(vectors))).toEqual([
    0.384, 0.247, -0.157, -0.308, -0.541, -0.159, 0.751, 0.106, 0.102, -0.501,
  ]);
});

it("a new map has these positions", () => {
  const { positions, extent, continued } = layOut(vectors, { previous: null, onStep });
  expect(first(positions)).toEqual([0.91, 0.742, 0.557, 0.272, 0.124, 0.542, 0.881, 0.647, 0.631, 0.303]);
  expect(extent).toBeCloseTo(13.749, 3);
  expect(continued).toBe(false);
});

it("a continued map has these positions", () => {
  const { positions, extent, continued } = layOut(vectors, { previous: previous(true), onStep });
  expect(first(positions)).toEqual([0.97, 0.638, 0.562, 0.277, 0.151, 0.529, 0.853, 0.676, 0.613, 0.339]);
  expect(extent).toBeCloseTo(13.749, 3);
  expect(continued).toBe(true);
});

it("a map of changed vectors has these positions", () => {
  const { positions, extent, continued } = layOut(vectors, { previous: previous(false), onStep });
  expect(first(positions)).toEqual([0.809, 0.586, 0.417, 0.546, 0.044, 0.391, 0.918, 0.535, 0.43, 0.603]);
  expect(extent).toBeCloseTo(14.586, 3);
  expect(continued).toBe(false);
});

it("a map of which forces place a sample has these positions", () => {
  const { positions, extent } = layOutMany(sourceOf(vectors), { previous: null, onStep }, 20);
  expect(first(positions)).toEqual([0.394, 0.862, 0.303, 0.823, 0.367, 0.073, 0.673, 0.276, 0.479, 0.677]);
  expect(extent).toBeCloseTo(5.12, 3);
  expect(rowsOfForces(7, 3)).toEqual([0, 2, 4]);
  expect(rowsOfForces(2, 3)).toEqual([0, 1]);
});

it("progress is reported in rows and rounds, up to their number", () => {
  const steps: string[] = [];
  const note: LayoutOptions["onStep"] = (done, total) => steps.push(`${done}/${total}`);
  layOut(vectors, { previous: null, onStep: note });
  expect(steps.slice(0, 3)).toEqual(["0/260", "60/260", "61/260"]);
  expect(steps).toHaveLength(201);
  expect(steps.at(-1)).toBe("259/260");
  steps.length = 0;
  layOutMany(sourceOf(vectors), { previous: null, onStep: note }, 20);
  expect(steps.at(-1)).toBe("20/60");
});
