/** The arrays of quantised vectors, as stored in a segment. */

/** Vectors per block of one-bit codes. */
export const blockSize = 16;

/** Most inverted lists of a set: with more, ordering them takes longer than is saved in scanning them. */
export const mostLists = 4_096;

/** One-bit codes of vectors. */
export interface Codes {
  /** Blocks of 16 vectors; a block has dimensions / 8 rows of 16 bytes. */
  codes: Uint8Array;
  /** norm² / L1 of what is coded: makes the one-bit estimate unbiased. 0 marks a missing vector. */
  factors: Float32Array;
}

/**
 * One slot per vector. Large sets are stored in inverted lists (see `inverted-lists.ts`): a vector's slot is then not
 * its number, some slots are empty, and codes are of the difference from the mean of the list. The arrays from `slots`
 * on are empty when there are no lists.
 */
export interface VectorArrays extends Codes {
  /** Row-major, one row of padded dimensions per vector. */
  int8: Int8Array;
  /** Scale of the vector's `int8` components. */
  scales: Float32Array;
  /** Vector → slot. */
  slots: Uint32Array;
  /** Slot → vector. */
  ids: Uint32Array;
  /** List → its first block; one more entry than lists. */
  listStarts: Uint32Array;
  /** One row per list, of unit length, and its scale. */
  centroids: Int8Array;
  centroidScales: Float32Array;
  /** Length of the mean of each list's vectors, in the direction of its centroid. */
  centroidLengths: Float32Array;
  /** One-bit codes of the centroids, by which those worth a comparison are found. */
  centroidCodes: Uint8Array;
  centroidFactors: Float32Array;
}
