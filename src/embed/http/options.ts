export interface HttpEmbedderOptions {
  /** Full address of the endpoint, `…/v1/embeddings`. */
  url: string;
  model: string;
  /** Bearer key; never in a message. */
  key?: string | null;
  /** Hosts that may have private addresses, beside the one that `url` names as such. */
  allowPrivateHosts?: readonly string[];
  /** Every address of a name; for tests. */
  resolve?(host: string): Promise<readonly string[]>;
  /** Length of vector to ask the endpoint for (`dimensions` of the request); absent: the model's own. */
  dimensions?: number | null;
  /** Length that vectors must have, when it is known from a snapshot; saves the probe. */
  expectedDimensions?: number;
  /** Told why texts went without a vector, in a sentence that holds neither text nor key. */
  onFailure?: (message: string) => void;
  /** Anything here replaces `defaultPace`. */
  pace?: Partial<Pace>;
}

/** How hard the endpoint is worked. Times in milliseconds. */
export interface Pace {
  /** Texts per request. */
  batchTexts: number;
  /** Characters (UTF-16 units) per request; a longer text goes alone. */
  batchCharacters: number;
  /** Requests at a time. */
  concurrency: number;
  /** From sending until the response is read. */
  timeoutMs: number;
  /** Tries of one batch in all. */
  attempts: number;
  /** First wait; doubles each time, with jitter. */
  firstDelayMs: number;
  /** Longest wait, a Retry-After included. */
  longestDelayMs: number;
  /** A query's tries and waits all end within this: its caller is waiting. */
  queryBudgetMs: number;
  /** Query vectors kept in memory. */
  cachedQueries: number;
}

export const defaultPace: Pace = {
  batchTexts: 64,
  batchCharacters: 60_000,
  concurrency: 2,
  timeoutMs: 60_000,
  attempts: 6,
  firstDelayMs: 500,
  longestDelayMs: 60_000,
  queryBudgetMs: 5_000,
  cachedQueries: 1_000,
};
