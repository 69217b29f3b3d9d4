/**
 * Queries by a sentence model, passages by the built-in embedder: a query's vector is that of the built-in embedder plus
 * the model's, mapped linearly into the same space.
 */
import { unitLength } from "../unit-length.ts";

export interface QueryMapArrays {
  /** Dimensions of the model × dimensions of the built-in embedder, row-major. */
  map: Float32Array;
}

/** Share of the model in a query's vector: see docs/decisions/0014-static-word-vectors.md. */
const modelShare = 0.7;

/**
 * One unit-length vector. `table`: the built-in embedder's; null where it knows no word of the query. `model`: the
 * sentence model's. Null where nothing is left of either.
 */
export function joinQuery(
  table: Float32Array | null,
  model: Float32Array,
  { map }: QueryMapArrays,
): Float32Array | null {
  const mapped = unitLength(mapVector(model, map));
  if (!table || !mapped) return table ?? mapped;
  return unitLength(table.map((value, j) => (1 - modelShare) * value + modelShare * mapped[j]!));
}

/** The product of a row vector and the map. Throws a RangeError for a model of other dimensions. */
function mapVector(vector: Float32Array, map: Float32Array): Float32Array {
  const width = map.length / vector.length;
  if (!Number.isInteger(width))
    throw new RangeError(
      `a vector of ${vector.length} dimensions does not fit a map of ${map.length} numbers`,
    );
  const mapped = new Float32Array(width);
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!;
    for (let j = 0, at = i * width; j < width; j++) mapped[j]! += value * map[at + j]!;
  }
  return mapped;
}
