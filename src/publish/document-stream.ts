/** The documents to build, one after another, read from the catalog in batches. */
import type { CatalogDocument } from "../catalog/types.ts";
import type { PublishRun } from "./types.ts";

export class DocumentStream {
  readonly #run: PublishRun;
  readonly #batches: AsyncIterator<readonly CatalogDocument[]>;
  #batch: readonly CatalogDocument[] = [];
  #next = 0;

  /** `ids` in order of (source, id); all documents without. */
  constructor(run: PublishRun, ids: readonly string[] | undefined) {
    this.#run = run;
    this.#batches = run.catalog.documents(ids)[Symbol.asyncIterator]();
  }

  /** Null after the last. */
  async next(): Promise<CatalogDocument | null> {
    while (this.#next === this.#batch.length) {
      this.#run.signal?.throwIfAborted();
      const { value, done } = await this.#batches.next();
      if (done) return null;
      this.#batch = value;
      this.#next = 0;
    }
    return this.#batch[this.#next++]!;
  }
}
