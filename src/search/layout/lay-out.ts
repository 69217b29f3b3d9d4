/** A map of vectors: near ones near each other in the plane, and as before where there was a map already. */
import type { Vectors } from "../clustering/vectors.ts";
import { applyForces } from "./force-layout.ts";
import { clamped, frame } from "./frame.ts";
import { type Graph, joinNeighbors, nearestNeighbors } from "./neighbor-graph.ts";
import { principalAxes } from "./principal-axes.ts";

export interface Layout {
  /** Two numbers per row, 0 to 1. */
  positions: Float32Array;
  /** Length of 1 in units of the forces, for the next layout. */
  extent: number;
  /** Whether the frame is that of the previous layout, so that rows that have not moved have the same positions. */
  continued: boolean;
}

export interface PreviousLayout {
  /** Two numbers per row, 0 to 1; NaN for a row that is new. */
  positions: Float32Array;
  extent: number;
  /** Whether the vectors are comparable with those it was made from. */
  sameVectors: boolean;
}

export interface LayoutOptions {
  previous: PreviousLayout | null;
  /** Called now and then, to report progress or to throw. */
  onStep(done: number, total: number): void;
}

const neighbors = 15;
const seed = 20_261_122;
/** Rounds of a new layout; fewer where there are more rows than this. */
const rounds = 200;
const roundsUpTo = 25_000;
/** Share of known rows from which a layout is continued. */
const continuedFrom = 0.5;
/** What moves in a continued layout: new rows freely, known ones a little. */
const continued = { rounds: 40, rate: 0.4, knownFreedom: 0.1 } as const;
/** Of a new layout before the forces, in their units. */
const startRadius = 10;
/** Placed neighbors from which a new row starts. */
const startNeighbors = 5;

/** Deterministic: the same vectors and previous layout give the same positions. */
export function layOut(vectors: Vectors, { previous, onStep }: LayoutOptions): Layout {
  const { rows } = vectors;
  if (rows <= 3) return { positions: besideEachOther(rows), extent: 1, continued: false };
  const total = rows + rounds;
  const nearest = nearestNeighbors(vectors, neighbors, (row) => {
    if (row % 256 === 0) onStep(row, total);
  });
  const graph = joinNeighbors(nearest);
  const onRound = (round: number) => onStep(rows + round, total);
  const known = previous ? knownRows(previous.positions) : [];
  if (!previous || known.length < rows * continuedFrom || known.length <= 3)
    return renewed(scaledTo(principalAxes(vectors), startRadius), graph, onRound);
  const { extent } = previous;
  const positions = previous.positions.map((x) => x * extent);
  placeNew(positions, nearest);
  if (!previous.sameVectors) return renewed(positions, graph, onRound);
  const freedom = new Float32Array(rows).fill(1);
  for (const row of known) freedom[row] = continued.knownFreedom;
  const { rounds: few, rate } = continued;
  applyForces(positions, graph, { rounds: few, rate, seed, freedom, onRound });
  return { positions: positions.map((x) => clamped(x / extent)), extent, continued: true };
}

function renewed(positions: Float32Array, graph: Graph, onRound: (round: number) => void): Layout {
  const rows = positions.length / 2;
  const many = Math.max(30, Math.round(Math.min(1, roundsUpTo / rows) * rounds));
  applyForces(positions, graph, { rounds: many, rate: 1, seed, onRound });
  return { ...frame(positions), continued: false };
}

function knownRows(positions: Float32Array): number[] {
  return Array.from({ length: positions.length / 2 }, (_, row) => row).filter(
    (row) => !Number.isNaN(positions[row * 2]!),
  );
}

/** New rows start at the mean of their nearest placed neighbors; without any, in the middle. */
function placeNew(positions: Float32Array, { ids, k }: { ids: Uint32Array; k: number }): void {
  const placed = positions.slice();
  const middle = [0, 1].map((axis) => meanOf(placed.filter((x, i) => i % 2 === axis && !Number.isNaN(x))));
  for (let row = 0; row < positions.length / 2; row++) {
    if (!Number.isNaN(positions[row * 2]!)) continue;
    const near = [...ids.subarray(row * k, row * k + k)]
      .filter((other) => !Number.isNaN(placed[other * 2]!))
      .slice(0, startNeighbors);
    for (const axis of [0, 1] as const)
      positions[row * 2 + axis] =
        near.length === 0
          ? middle[axis]!
          : meanOf(Float32Array.from(near, (other) => placed[other * 2 + axis]!));
  }
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
}

function scaledTo(positions: Float32Array, radius: number): Float32Array {
  const greatest = positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;
  return positions.map((x) => (x / greatest) * radius);
}

/** Too few for a map. */
function besideEachOther(rows: number): Float32Array {
  return Float32Array.from({ length: rows * 2 }, (_, i) =>
    i % 2 === 0 ? (Math.floor(i / 2) + 1) / (rows + 1) : 0.5,
  );
}
