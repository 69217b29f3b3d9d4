/** The vectors of one task of a thread, as they are handed on. */
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import type { Uncoded } from "../../search/vector/inverted-lists.ts";
import type { Quantiser } from "../../search/vector/quantiser.ts";

/** One after another; of zeros where there is none. A quarter as large where they are quantised. */
export type TaskVectors = Float32Array | Uncoded;

/** `vectorOf` is called for each number in order. They are quantised by `quantiser`, unless it is null. */
export function collectVectors(
  count: number,
  vectorOf: (i: number) => Float32Array | null,
  quantiser: Quantiser | null,
): TaskVectors {
  const floats = new Float32Array(quantiser ? 0 : count * fittedDimensions);
  const int8 = new Int8Array(quantiser ? count * quantiser.dimensions : 0);
  const scales = new Float32Array(quantiser ? count : 0);
  for (let i = 0; i < count; i++) {
    const vector = vectorOf(i);
    if (vector === null) continue;
    if (quantiser) scales[i] = quantiser.quantise(vector, int8, i * quantiser.dimensions);
    else floats.set(vector, i * fittedDimensions);
  }
  return quantiser ? { int8, scales } : floats;
}

/** That are transferred with them. */
export function buffersOf(vectors: TaskVectors): ArrayBuffer[] {
  const arrays = vectors instanceof Float32Array ? [vectors] : [vectors.int8, vectors.scales];
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}
