/** The arrays of quantised vectors, as stored in a segment. */

/** Vectors per block of one-bit codes. */
export const blockSize = 16;

/** Most inverted lists of a set: with more, ordering them takes longer than is saved in scanning them. */
export const maxLists = 4_096;

/** One-bit codes of vectors. */
export interface Codes {
  /** Blocks of 16 vectors; a block has dimensions / 8 rows of 16 bytes. */
  codes: Uint8Array;
  /** norm² / L1 of what is coded: makes the one-bit estimate unbiased. 0 marks a missing vector. */
  factors: Float32Array;
}

/**
 * Codes are in slots: those of few vectors by their numbers, those of many in inverted lists (see `inverted-lists.ts`),
 * each vector in two of them. Some slots of lists are empty, and codes are of the difference from the mean of the list.
 * The arrays from `ids` on are empty when there are no lists.
 */
export interface VectorArrays extends Codes {
  /** Row-major, one row of padded dimensions per vector. */
  int8: Int8Array;
  /** Scale of the vector's `int8` components. */
  scales: Float32Array;
  /** Slot → vector. */
  ids: Uint32Array;
  /** List → its first block; one more entry than lists. Vectors to which the list is the nearest come first. */
  listStarts: Uint32Array;
  /** List → block after the last one that holds some of those. */
  ownEnds: Uint32Array;
  /** One row per list, of unit length, and its scale. */
  centroids: Int8Array;
  centroidScales: Float32Array;
  /** Length of the mean of each list's vectors, in the direction of its centroid. */
  centroidLengths: Float32Array;
}

/** As read: lists of earlier versions lack some arrays, and hold each vector once. */
export interface StoredVectors
  extends Omit<VectorArrays, LaterArray>,
    Partial<Pick<VectorArrays, LaterArray>> {
  /** Vector → slot in them; `int8` and `scales` are then in slots too. */
  slots?: Uint32Array;
}

type LaterArray = "ownEnds" | "centroidLengths";
