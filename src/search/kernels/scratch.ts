/**
 * Working space of one thread in a snapshot's arena. Each thread has its own, so that kernels of several
 * threads run over the same segments at once.
 */
import type { Arena } from "./arena.ts";
import type { Pointer } from "./kernels.ts";

/** Maximum number of pairs that a search can keep. */
export const maxKept = 32_768;
/** Pairs that are gathered before the worse of them are dropped. */
export const gatheredRoom = 2 * maxKept;
/** Maximum number of distinct query terms: a query of 500 Chinese characters has 499 pairs of them. */
export const maxQueryTerms = 512;
const termBytes = 56;
/** A 16-bit sum per document of a window. */
const windowBytes = 4096 * 2;
const maxDimensions = 8192;
/** Texts are read and verified in blocks of this size. */
export const blockBytes = 65_536;

const sizes = {
  terms: maxQueryTerms * termBytes,
  /** Where a text index keeps what exact scores need. */
  index: 16,
  sums: windowBytes,
  /** An f32 per window: enough for the documents that fit into one memory. */
  bounds: 8_192 * 4,
  scores: gatheredRoom * 4,
  ids: gatheredRoom * 4,
  /** Counts of candidates by score. */
  bins: 2_048 * 4,
  exact: maxKept * 8,
  matched: maxKept * 4,
  tables: maxDimensions * 4,
  query: maxDimensions * 4,
  block: blockBytes,
};

export type Scratch = { readonly [name in keyof typeof sizes]: Pointer };

/** Bytes to reserve per thread. */
export const scratchBytes = Object.values(sizes).reduce((sum, size) => sum + size + 64, 0);

/** Lays scratch out in `arena`, at its end or over bytes reserved earlier. */
export function layScratch(arena: Arena, reserved?: Pointer): Scratch {
  const start = reserved ?? arena.allocate(scratchBytes);
  let at = Math.ceil(start / 64) * 64;
  const laid = {} as Record<keyof typeof sizes, Pointer>;
  for (const name of Object.keys(sizes) as (keyof typeof sizes)[]) {
    laid[name] = at;
    at = Math.ceil((at + sizes[name]) / 64) * 64;
  }
  return laid;
}
