/** The documents to build, one after another, read from the catalog in batches. */
import type { CatalogDocument } from "../catalog/types.ts";
import type { DocumentList } from "./document-list.ts";
import type { PublishRun } from "./types.ts";

/** Ids asked for at a time. */
const idsAtATime = 10_000;

export interface ChosenDocuments {
  documents: DocumentList;
  /** Their places in the list, ascending, so in order of (source, id); "all" for all that the catalog has. */
  places: Uint32Array | "all";
}

export class DocumentStream {
  readonly #run: PublishRun;
  readonly #batches: AsyncIterator<readonly CatalogDocument[]>;
  #batch: readonly CatalogDocument[] = [];
  #next = 0;

  constructor(run: PublishRun, chosen: ChosenDocuments) {
    this.#run = run;
    this.#batches = batchesOf(run, chosen)[Symbol.asyncIterator]();
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

async function* batchesOf(
  { catalog }: PublishRun,
  { documents, places }: ChosenDocuments,
): AsyncIterable<readonly CatalogDocument[]> {
  if (places === "all") return yield* catalog.documents();
  for (let from = 0; from < places.length; from += idsAtATime)
    yield* catalog.documents(
      Array.from(places.subarray(from, from + idsAtATime), (place) => documents.id(place)),
    );
}
