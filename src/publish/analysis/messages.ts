/** Messages between a publish and the threads that split and tokenise its documents. */

export interface AnalyzedText {
  title: string;
  author: string | null;
  content: string;
}

/** To a thread: documents in order. */
export type AnalysisTask = AnalyzedText[];

/** From it, in the order of the tasks. Numbers are of the thread's own word forms. */
export interface AnalysisReply {
  /** The numbers begin again with this reply. */
  isReset: boolean;
  /** Forms that are new with this reply, numbered on, and the term of each. */
  forms: string[];
  terms: string[];
  /** Title, author and content of each document, one after another. */
  tokens: Uint32Array;
  /** Number of tokens of each of these: three per document. */
  counts: Uint32Array;
  /** Where each token of the contents starts, in UTF-16 units. */
  starts: Uint32Array;
  /** Start and end of each chunk, in UTF-16 units. */
  chunks: Uint32Array;
  /** Number of chunks of each document. */
  chunkCounts: Uint32Array;
}
