/** A full scan with floats: the reference for recall. */

export interface VectorJudge {
  /**
   * Share of the true nearest that the list holds. A vector as near as the last of them counts, so that
   * duplicates are not errors.
   */
  recall(query: number, ids: readonly number[]): number;
}

const tolerance = 1e-5;
/** Vectors per block: their floats stay in cache while all queries pass over them. */
const blockSize = 256;

/** Finds the k nearest by inner product of every query among the rows of `vectors`. */
export function judgeVectors(
  vectors: Float32Array,
  queries: readonly Float32Array[],
  k: number,
): VectorJudge {
  const dimensions = queries[0]?.length ?? 1;
  const count = vectors.length / dimensions;
  const tops = queries.map(() => new Float64Array(k).fill(Number.NEGATIVE_INFINITY));
  for (let block = 0; block < count; block += blockSize) {
    const end = Math.min(count, block + blockSize);
    queries.forEach((query, q) => {
      const top = tops[q]!;
      for (let row = block; row < end; row++) insert(top, innerProduct(vectors, row, query));
    });
  }
  return {
    recall: (q, ids) => {
      const bar = tops[q]!.findLast((similarity) => similarity > Number.NEGATIVE_INFINITY) ?? 0;
      const wanted = Math.min(k, count);
      const near = new Set(ids.slice(0, k)).values();
      let right = 0;
      for (const id of near) if (innerProduct(vectors, id, queries[q]!) >= bar - tolerance) right++;
      return wanted === 0 ? 1 : right / wanted;
    },
  };
}

function innerProduct(vectors: Float32Array, row: number, query: Float32Array): number {
  const at = row * query.length;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let j = 0; j < query.length; j += 4) {
    a += vectors[at + j]! * query[j]!;
    b += vectors[at + j + 1]! * query[j + 1]!;
    c += vectors[at + j + 2]! * query[j + 2]!;
    d += vectors[at + j + 3]! * query[j + 3]!;
  }
  return a + b + c + d;
}

/** Keeps `top` the greatest values seen, descending. */
function insert(top: Float64Array, value: number): void {
  let at = top.length - 1;
  if (value <= top[at]!) return;
  while (at > 0 && top[at - 1]! < value) {
    top[at] = top[at - 1]!;
    at--;
  }
  top[at] = value;
}
