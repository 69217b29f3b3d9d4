/** One-bit codes: the signs of a rotated vector's components (as in RaBitQ: Gao and Long, SIGMOD 2024). */
import { blockSize, type Codes } from "./layout.ts";

/** Zeroed codes for `count` vectors. */
export function emptyCodes(count: number, dimensions: number): Codes {
  const slots = Math.ceil(count / blockSize) * blockSize;
  return { codes: new Uint8Array((slots * dimensions) / 8), factors: new Float32Array(slots) };
}

/** Writes the code of a vector, which may be zero, into a slot that is still empty. */
export function writeCode(vector: Float32Array, { codes, factors }: Codes, slot: number): void {
  const dimensions = vector.length;
  const block = Math.floor(slot / blockSize) * blockSize * (dimensions / 8) + (slot % blockSize);
  let squares = 0;
  let sum = 0;
  for (let j = 0; j < dimensions; j++) {
    const x = vector[j]!;
    squares += x * x;
    sum += Math.abs(x);
    if (x > 0) codes[block + (j >> 3) * blockSize]! |= 1 << (j & 7);
  }
  // Not 0, which would mark the vector as missing.
  factors[slot] = sum > 0 ? squares / sum : 1e-30;
}
