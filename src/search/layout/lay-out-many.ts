/**
 * A map of any number of vectors. Forces place an even sample of many; each of the others is placed by the nearest rows
 * of the sample, which costs in proportion to their number.
 */
import type { RowSource } from "../clustering/vectors.ts";
import { rowOf } from "../clustering/vectors.ts";
import { seededGaussian } from "../random.ts";
import { type Layout, type LayoutOptions, layOut } from "./lay-out.ts";
import { nearestOf } from "./neighbor-graph.ts";

/** Rows that forces place: about 20 s on one core. */
const maxByForces = 16_000;
/** Rows of the sample that place another one. */
const placedBy = 5;
/** How fast the weight of these falls with the distance beyond the nearest; 1 − cosine. */
const weightScale = 0.05;
/** Standard deviation of the offset from their mean, so that few rows are at one place. */
const offset = 0.004;
const seed = 20_261_123;
/** Rows in memory at a time. */
const taken = 4_096;

/** The rows that forces place: all, or evenly spaced ones, ascending. */
export function rowsOfForces(rows: number, most = maxByForces): number[] {
  const count = Math.min(rows, most);
  return Array.from({ length: count }, (_, i) => Math.floor((i * rows) / count));
}

/** As {@link layOut}. Where the previous map is continued, only new rows are placed by the sample. */
export function layOutMany(
  source: RowSource,
  { previous, onStep }: LayoutOptions,
  most = maxByForces,
): Layout {
  const sample = rowsOfForces(source.rows, most);
  const vectors = source.take(sample);
  if (sample.length === source.rows) return layOut(vectors, { previous, onStep });
  const laidOut = layOut(vectors, {
    previous: previous && { ...previous, positions: positionsOf(previous.positions, sample) },
    onStep: (done) => onStep(done, source.rows),
  });
  const positions =
    previous && laidOut.continued
      ? previous.positions.slice()
      : new Float32Array(source.rows * 2).fill(Number.NaN);
  sample.forEach((row, i) => {
    positions.set(laidOut.positions.subarray(i * 2, i * 2 + 2), row * 2);
  });
  const others = [...Array(source.rows).keys()].filter((row) => Number.isNaN(positions[row * 2]!));
  const place = placer(vectors, laidOut.positions);
  for (let at = 0; at < others.length; at += taken) {
    onStep(source.rows - others.length + at, source.rows);
    const rows = others.slice(at, at + taken);
    const wanted = source.take(rows);
    rows.forEach((row, i) => {
      positions.set(place(rowOf(wanted, i)), row * 2);
    });
  }
  return { ...laidOut, positions };
}

function positionsOf(positions: Float32Array, rows: readonly number[]): Float32Array {
  return Float32Array.from({ length: rows.length * 2 }, (_, i) => positions[rows[i >> 1]! * 2 + (i & 1)]!);
}

/** Places a vector at the mean of its nearest rows by their closeness, a little beside it. */
function placer(
  vectors: Parameters<typeof nearestOf>[0],
  positions: Float32Array,
): (vector: Float32Array) => [number, number] {
  const near = nearestOf(vectors);
  const gaussian = seededGaussian(seed);
  return (vector) => {
    const { ids, similarities } = near(vector, placedBy);
    const weights = similarities.map((similarity) => Math.exp((similarity - similarities[0]!) / weightScale));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const along = (axis: 0 | 1) =>
      weights.reduce((sum, weight, i) => sum + (weight / total) * positions[ids[i]! * 2 + axis]!, 0) +
      offset * gaussian();
    return [clamped(along(0)), clamped(along(1))];
  };
}

const clamped = (x: number) => Math.min(1, Math.max(0, x));
