/** Context of archive operations. */
import type { CorpusSnapshot } from "../corpus/snapshot.ts";

export interface ArchiveContext {
  snapshot: Pick<
    CorpusSnapshot,
    "archive" | "taxonomy" | "calibrated" | "isExcerptOnly" | "hasMachineSummaries" | "manifest"
  >;
  /** One unit-length vector; null where the embedder knows no term of the text. Throws when it cannot answer. */
  embedQuery(text: string): Promise<Float32Array | null>;
  /** Whether the embedder has a vector for exactly this word; no word without. */
  knowsWord?(word: string): boolean;
}
