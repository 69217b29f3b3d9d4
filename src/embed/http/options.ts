export interface HttpEmbedderOptions {
  /** Full address of the endpoint, `…/v1/embeddings`. */
  url: string;
  model: string;
  /** Bearer key; never in a message. */
  key?: string | null;
  /** Hosts that may have private addresses, in addition to a private one in `url`. */
  allowPrivateHosts?: readonly string[];
  /** Every address of a name; for tests. */
  resolve?(host: string): Promise<readonly string[]>;
  /** Requested vector length (`dimensions` of the request); absent: the model's default. */
  dimensions?: number | null;
  /** Length that vectors must have, when it is known from a snapshot; saves the probe. */
  expectedDimensions?: number;
  /** Called with the reason why texts have no vector; the message contains neither text nor key. */
  onFailure?: (message: string) => void;
  /** Overrides `defaultPace`. */
  pace?: Partial<Pace>;
}

/** Batch sizes, concurrency, timeouts and retries. Times in milliseconds. */
export interface Pace {
  /** Texts per request. */
  batchTexts: number;
  /** Characters (UTF-16 units) per request; a longer text is sent alone. */
  batchCharacters: number;
  /** Concurrent requests. */
  concurrency: number;
  /** From sending until the response is read. */
  timeoutMs: number;
  /** Attempts of one batch. */
  attempts: number;
  /** First wait; doubles each time, with jitter. */
  firstDelayMs: number;
  /** Longest wait, a Retry-After included. */
  longestDelayMs: number;
  /** Total time of a query's attempts and waits: its caller is waiting. */
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
