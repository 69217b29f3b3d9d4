/** Turns text into vectors. Two embedders of different `version` never share an index. */
export interface Embedder {
  /** Names the provider, the model and the length of its vectors; stored beside the vectors. */
  readonly version: string;
  /** Numbers per vector. */
  readonly dimensions: number;
  /**
   * One unit-length vector; null when the text holds nothing that the embedder knows.
   * Throws EmbeddingError when the embedder cannot answer.
   */
  embedQuery(text: string): Promise<Float32Array | null>;
  /**
   * One unit-length vector per text, in the order given; null where that text failed after retries.
   * Rejects only when `signal` aborts.
   */
  embedTexts(texts: readonly string[], signal?: AbortSignal): Promise<(Float32Array | null)[]>;
}

/** The embedder could not answer. The message never holds the text or a key. */
export class EmbeddingError extends Error {
  override name = "EmbeddingError";
}
