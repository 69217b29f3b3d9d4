/** In place, to length 1. Null where all numbers are 0, or one is not finite. */
export function unitLength(vector: Float32Array): Float32Array | null {
  let squares = 0;
  for (const x of vector) squares += x * x;
  if (!(squares >= 1e-20 && Number.isFinite(squares))) return null;
  const scale = 1 / Math.sqrt(squares);
  for (let j = 0; j < vector.length; j++) vector[j]! *= scale;
  return vector;
}
