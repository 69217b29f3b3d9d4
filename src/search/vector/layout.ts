/** The arrays of quantised vectors, as stored in a segment. */

/** Vectors per block of one-bit codes. */
export const blockSize = 16;

/**
 * One slot per vector. Many vectors lie in inverted lists (see `inverted-lists.ts`): a vector's slot is then not
 * its number, and some slots are empty. The last five arrays are empty where there are no lists.
 */
export interface VectorArrays {
  /** Blocks of 16 vectors; a block has dimensions / 8 rows of 16 bytes. */
  codes: Uint8Array;
  /** norm² / L1 of the vector: makes the one-bit estimate unbiased. 0 marks a missing vector. */
  factors: Float32Array;
  /** Row-major, one row of padded dimensions per vector. */
  int8: Int8Array;
  /** What one unit of `int8` is worth in the vector's components. */
  scales: Float32Array;
  /** Vector → slot. */
  slots: Uint32Array;
  /** Slot → vector. */
  ids: Uint32Array;
  /** List → its first block; one more entry than lists. */
  listStarts: Uint32Array;
  /** One row per list, and what a unit of it is worth; of unit length. */
  centroids: Int8Array;
  centroidScales: Float32Array;
}
