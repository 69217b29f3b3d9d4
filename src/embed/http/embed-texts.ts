import { type Batch, cutBatches, halves } from "./batches.ts";
import { RequestFailure } from "./failure.ts";
import type { Pace } from "./options.ts";
import { type Endpoint, requestVectors } from "./request.ts";
import { withRetries } from "./retry.ts";

/**
 * After this many consecutive failures the endpoint counts as down, and the remaining texts are not
 * sent. More than twice the 7 failures that one bad text causes while a batch of 64 is halved.
 */
const FAILURES_MEANING_DOWN = 16;

export interface EmbedTextsContext {
  endpoint: Endpoint;
  pace: Pace;
  signal?: AbortSignal;
  onFailure: (failure: RequestFailure) => void;
}

/**
 * A vector per text, null where it failed. A batch that fails is split in halves, down to the text at fault, so
 * that its neighbors keep their vectors. Rejects only when the signal aborts.
 */
export async function embedTexts(
  texts: readonly string[],
  context: EmbedTextsContext,
): Promise<(Float32Array | null)[]> {
  context.signal?.throwIfAborted();
  const run = new Run(texts, context);
  const queue = cutBatches(texts, context.pace);
  const takeBatches = async () => {
    for (let batch = queue.shift(); batch !== undefined; batch = queue.shift())
      await run.embed(batch, context.pace.attempts);
  };
  await Promise.all(Array.from({ length: context.pace.concurrency }, takeBatches));
  return run.vectors;
}

class Run {
  readonly vectors: (Float32Array | null)[];
  readonly #texts: readonly string[];
  readonly #context: EmbedTextsContext;
  #failuresInARow = 0;
  #down = false;

  constructor(texts: readonly string[], context: EmbedTextsContext) {
    this.#texts = texts;
    this.#context = context;
    this.vectors = new Array<Float32Array | null>(texts.length).fill(null);
  }

  async embed(batch: Batch, attempts: number): Promise<void> {
    if (this.#down) return;
    const { endpoint, pace, signal } = this.#context;
    const input = batch.map((position) => this.#texts[position]!);
    try {
      const vectors = await withRetries({ ...pace, attempts, signal }, () =>
        requestVectors(endpoint, input, { timeoutMs: pace.timeoutMs, signal }),
      );
      this.#failuresInARow = 0;
      for (const [at, position] of batch.entries()) this.vectors[position] = vectors[at]!;
      if (vectors.includes(null))
        this.#context.onFailure(new RequestFailure("unusable", "a vector held no finite numbers"));
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      this.#note(error);
      if (this.#down || batch.length === 1) return this.#context.onFailure(error);
      // The batch used up its attempts; its parts only need to show which of them is at fault.
      for (const half of halves(batch)) await this.embed(half, Math.min(attempts, 2));
    }
  }

  #note(failure: RequestFailure): void {
    if (failure.kind !== "refused") this.#failuresInARow++;
    if (failure.kind === "closed" || this.#failuresInARow >= FAILURES_MEANING_DOWN) this.#down = true;
  }
}
