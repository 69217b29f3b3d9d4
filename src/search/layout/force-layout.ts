/**
 * Places the rows of a graph in the plane: joined rows attract each other, random others repel, by stochastic gradient
 * descent on UMAP's cross entropy (McInnes, Healy and Melville, 2018), with the curve 1 / (1 + a d^(3/2)).
 */
import { seededRandom } from "../random.ts";
import type { Graph } from "./neighbor-graph.ts";

/** The curve: measured in docs/decisions/0016-landscape.md. */
const a = 1.9;
const b = 0.75;
/** Random rows that repel each end of an edge. */
const repulsions = 5;
const maxStep = 4;

export interface ForceOptions {
  rounds: number;
  /** Of the first round; falls to 0 at the end. */
  rate: number;
  seed: number;
  /** How far each row may move, 0 (fixed) to 1; all 1 when omitted. */
  freedom?: Float32Array;
  onRound?(round: number): void;
}

/** Moves the positions (two numbers per row) in place. */
export function applyForces(positions: Float32Array, graph: Graph, options: ForceOptions): void {
  const { rounds, rate, seed, freedom, onRound } = options;
  const rows = positions.length / 2;
  const { from, to, weights } = graph;
  const strongest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (rows < 2 || strongest === 0) return;
  const random = seededRandom(seed);
  // An edge is used in a share of the rounds that is proportional to its weight.
  const every = Float32Array.from(weights, (weight) => strongest / weight);
  const due = every.slice();
  for (let round = 1; round <= rounds; round++) {
    onRound?.(round - 1);
    const state: State = { positions, freedom, step: rate * (1 - (round - 1) / rounds) };
    for (let edge = 0; edge < from.length; edge++) {
      if (due[edge]! > round) continue;
      due[edge]! += every[edge]!;
      const one = from[edge]!;
      const other = to[edge]!;
      attract(state, one, other);
      for (let i = 0; i < repulsions; i++) {
        repel(state, one, Math.floor(random() * rows));
        repel(state, other, Math.floor(random() * rows));
      }
    }
  }
}

interface State {
  positions: Float32Array;
  step: number;
  freedom: Float32Array | undefined;
}

/** A squared distance to the power of b. */
function raised(squared: number): number {
  const distance = Math.sqrt(squared);
  return distance * Math.sqrt(distance);
}

const clip = (x: number) => (x > maxStep ? maxStep : x < -maxStep ? -maxStep : x);

function attract({ positions, step, freedom }: State, one: number, other: number): void {
  const x = positions[one * 2]! - positions[other * 2]!;
  const y = positions[one * 2 + 1]! - positions[other * 2 + 1]!;
  const squared = x * x + y * y;
  if (squared === 0) return;
  const power = raised(squared);
  const force = (-2 * a * b * power) / (squared * (1 + a * power));
  const ownStep = step * (freedom ? freedom[one]! : 1);
  const otherStep = step * (freedom ? freedom[other]! : 1);
  positions[one * 2]! += ownStep * clip(force * x);
  positions[one * 2 + 1]! += ownStep * clip(force * y);
  positions[other * 2]! -= otherStep * clip(force * x);
  positions[other * 2 + 1]! -= otherStep * clip(force * y);
}

function repel({ positions, step, freedom }: State, one: number, other: number): void {
  if (one === other) return;
  const x = positions[one * 2]! - positions[other * 2]!;
  const y = positions[one * 2 + 1]! - positions[other * 2 + 1]!;
  const squared = x * x + y * y;
  const ownStep = step * (freedom ? freedom[one]! : 1);
  const force = (2 * b) / ((0.001 + squared) * (1 + a * raised(squared)));
  // Rows at one place are pushed apart, in a direction that depends on the pair only.
  positions[one * 2]! += ownStep * (squared === 0 ? (one < other ? 1 : -1) : clip(force * x));
  positions[one * 2 + 1]! += ownStep * (squared === 0 ? ((one + other) % 2 === 0 ? 1 : -1) : clip(force * y));
}
