/**
 * A fixed pseudo-random rotation: three rounds of random signs, a random shuffle and Walsh–Hadamard
 * transforms of blocks of 64. It spreads a vector's length evenly over its components, which one-bit codes
 * need, and keeps inner products. (Ailon and Chazelle, "Approximate nearest neighbors and the fast
 * Johnson–Lindenstrauss transform", 2006.)
 */
import { seededRandom } from "../random.ts";

const block = 64;
const rounds = 3;
const seed = 20_240_501;

/** Stored vectors have a multiple of 64 dimensions; missing ones are zero. */
export function paddedDimensions(dimensions: number): number {
  return Math.ceil(dimensions / block) * block;
}

export class Rotation {
  readonly #signs: Float32Array[] = [];
  readonly #shuffles: Uint32Array[] = [];
  readonly #spare: Float32Array;

  constructor(dimensions: number) {
    const padded = paddedDimensions(dimensions);
    const random = seededRandom(seed);
    this.#spare = new Float32Array(padded);
    for (let round = 0; round < rounds; round++) {
      this.#signs.push(Float32Array.from({ length: padded }, () => (random() < 0.5 ? -1 : 1)));
      this.#shuffles.push(shuffled(padded, random));
    }
  }

  /** Rotates `vector` into `out`, padding with zeros. */
  apply(vector: ArrayLike<number>, out: Float32Array): void {
    const spare = this.#spare;
    out.fill(0);
    for (let j = 0; j < vector.length; j++) out[j] = vector[j]!;
    for (let round = 0; round < rounds; round++) {
      const signs = this.#signs[round]!;
      const shuffle = this.#shuffles[round]!;
      for (let j = 0; j < spare.length; j++) spare[j] = out[shuffle[j]!]! * signs[j]!;
      for (let start = 0; start < spare.length; start += block) hadamard(spare, start);
      out.set(spare);
    }
  }
}

function shuffled(length: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** In-place orthonormal Walsh–Hadamard transform of one block. */
function hadamard(values: Float32Array, start: number): void {
  for (let half = 1; half < block; half *= 2)
    for (let i = start; i < start + block; i += half * 2)
      for (let j = i; j < i + half; j++) {
        const a = values[j]!;
        const b = values[j + half]!;
        values[j] = a + b;
        values[j + half] = a - b;
      }
  const scale = 1 / Math.sqrt(block);
  for (let j = start; j < start + block; j++) values[j]! *= scale;
}
