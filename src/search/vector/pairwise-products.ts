/** Inner products between vectors of any segments: they are copied into one memory, one per thread. */
import { threadSpace } from "../kernels/thread-space.ts";
import type { Int8Vector } from "./int8-vector.ts";

/**
 * Row-major matrix with the inner product of every two of the vectors, which all have the same number of dimensions, a
 * multiple of 32; 0 with a missing one (null). Valid until the next use of {@link threadSpace}.
 */
export function pairwiseProducts(vectors: readonly (Int8Vector | null)[]): Float32Array {
  const count = vectors.length;
  const dimensions = vectors.find((vector) => vector !== null)?.int8.length;
  if (dimensions === undefined) return new Float32Array(count * count);
  const rowBytes = count * dimensions;
  const { arena, at } = threadSpace(rowBytes + 4 * count + 4 * count * count);
  const rows = arena.bytes(at, rowBytes);
  const scalesAt = at + rowBytes;
  const scales = arena.float32(scalesAt, count);
  vectors.forEach((vector, i) => {
    if (vector) rows.set(vector.int8, i * dimensions);
    scales[i] = vector?.scale ?? 0;
  });
  const out = scalesAt + 4 * count;
  arena.kernels.pairwiseProducts(at, scalesAt, dimensions, count, out);
  return arena.float32(out, count * count);
}
