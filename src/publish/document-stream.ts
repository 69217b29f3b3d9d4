/** Documents one after another, read from the catalog in batches, with their chunks and terms. */
import { setImmediate } from "node:timers/promises";
import type { CatalogDocument } from "../catalog/types.ts";
import { uuidToBytes } from "../corpus/archive/archive-layout.ts";
import type { FieldTerms } from "../corpus/archive/document-terms.ts";
import { TermInterner } from "../search/analysis/term-interner.ts";
import type { AnalysisThreads } from "./analysis/analysis-threads.ts";
import type { AnalyzedBatch } from "./analysis/read-reply.ts";
import { type Chunk, chunk } from "./chunk/chunk.ts";
import type { DocumentList } from "./document-list.ts";
import { withLanguages } from "./languages/find-languages.ts";
import type { PublishRun } from "./types.ts";

/** Ids asked for at a time. */
const idsAtATime = 10_000;
/** Documents of a batch of an analysis thread, and batches under way for each. */
const batchDocuments = 64;
const batchesPerThread = 3;
/** Word forms that this thread remembers while others analyse most documents: some 20 MB. */
const formsBesideThreads = 200_000;

export interface StreamedDocument {
  document: CatalogDocument;
  chunks: readonly Chunk[];
  /** Where threads analyse documents: numbered by the interner that `next` was given. */
  terms: FieldTerms | undefined;
}

interface Batch {
  documents: readonly CatalogDocument[];
  /** Null: this thread analyses the documents as they pass. */
  analyzed: AnalyzedBatch | null;
}

interface BatchAhead {
  documents: readonly CatalogDocument[];
  /** Null for a batch that no thread was given. */
  analyzed: Promise<AnalyzedBatch> | null;
  isReady: boolean;
}

export type AnalysisPort = Pick<AnalysisThreads, "count" | "analyze">;

export class DocumentStream {
  readonly #run: PublishRun;
  readonly #documents: AsyncIterator<readonly CatalogDocument[]>;
  readonly #threads: AnalysisPort | null;
  /** In order. */
  readonly #ahead: BatchAhead[] = [];
  /** Whether the last batch was not ready when its turn came. */
  #isWaiting = false;
  /** Read from the catalog, in no batch yet. */
  #rest: readonly CatalogDocument[] = [];
  #batch: Batch = { documents: [], analyzed: null };
  #next = 0;

  constructor(
    run: PublishRun,
    documents: AsyncIterable<readonly CatalogDocument[]>,
    threads: AnalysisPort | null,
  ) {
    this.#run = run;
    this.#documents = documents[Symbol.asyncIterator]();
    this.#threads = threads;
  }

  /** For the documents of a segment. Where threads analyse most of them, it remembers fewer word forms. */
  newInterner(): TermInterner {
    return this.#threads ? new TermInterner(formsBesideThreads) : new TermInterner();
  }

  /** Null after the last. */
  async next(interner: TermInterner): Promise<StreamedDocument | null> {
    while (this.#next === this.#batch.documents.length) {
      this.#run.signal?.throwIfAborted();
      const batch = await this.#nextBatch();
      if (batch === null) return null;
      this.#batch = batch;
      this.#next = 0;
    }
    const { documents, analyzed } = this.#batch;
    const document = documents[this.#next++]!;
    const { chunks, terms } = analyzed?.(interner) ?? { chunks: chunk(document.content), terms: undefined };
    return { document, chunks, terms };
  }

  async #nextBatch(): Promise<Batch | null> {
    if (!this.#threads) {
      const documents = await this.#read();
      return documents && { documents, analyzed: null };
    }
    await this.#send(this.#threads);
    const first = this.#ahead.shift();
    if (!first) return null;
    // Receives what is ready.
    await setImmediate();
    this.#isWaiting = !first.isReady;
    return { documents: first.documents, analyzed: await first.analyzed };
  }

  /** Keeps the threads busy. After a wait for them, this thread takes a batch too. */
  async #send(threads: AnalysisPort): Promise<void> {
    const underWay = this.#ahead.filter(({ analyzed }) => analyzed !== null).length;
    for (let missing = threads.count * batchesPerThread - underWay; missing > 0; missing--) {
      const documents = await this.#take();
      if (documents === null) return;
      this.#ahead.push(analyzedBy(threads, documents));
    }
    const own = this.#isWaiting ? await this.#take() : null;
    if (own) this.#ahead.push({ documents: own, analyzed: null, isReady: true });
  }

  async #take(): Promise<readonly CatalogDocument[] | null> {
    if (this.#rest.length === 0) this.#rest = (await this.#read()) ?? [];
    if (this.#rest.length === 0) return null;
    const documents = this.#rest.slice(0, batchDocuments);
    this.#rest = this.#rest.slice(batchDocuments);
    return documents;
  }

  /** Null after the last. Those that were withdrawn since they were counted leave empty pages. */
  async #read(): Promise<readonly CatalogDocument[] | null> {
    for (;;) {
      const { value, done } = await this.#documents.next();
      if (done) return null;
      if (value.length > 0) return value;
    }
  }
}

function analyzedBy(threads: AnalysisPort, documents: readonly CatalogDocument[]): BatchAhead {
  const analyzed = threads.analyze(documents);
  const ahead = { documents, analyzed, isReady: false };
  const settled = () => {
    ahead.isReady = true;
  };
  // Thrown where it is awaited, which another error may prevent.
  analyzed.then(settled, settled);
  return ahead;
}

/**
 * `places`: those of the documents in the list, ascending, so in order of (source, id); "all" for all of the list. What an
 * import adds meanwhile is left to the next publish.
 */
export async function* readDocuments(
  { catalog }: Pick<PublishRun, "catalog">,
  documents: DocumentList,
  places: Uint32Array | "all",
): AsyncIterable<readonly CatalogDocument[]> {
  const batches =
    places === "all" ? listedOnce(documents, catalog.documents()) : named(catalog, documents, places);
  for await (const batch of batches) yield await withLanguages(batch);
}

async function* named(
  catalog: PublishRun["catalog"],
  documents: DocumentList,
  places: Uint32Array,
): AsyncIterable<readonly CatalogDocument[]> {
  for (let from = 0; from < places.length; from += idsAtATime)
    yield* catalog.documents(
      Array.from(places.subarray(from, from + idsAtATime), (place) => documents.id(place)),
    );
}

/** The catalog returns a document again that gets a later source after it was read. */
async function* listedOnce(
  listed: DocumentList,
  batches: AsyncIterable<readonly CatalogDocument[]>,
): AsyncIterable<readonly CatalogDocument[]> {
  const isRead = new Uint8Array(listed.length);
  for await (const batch of batches)
    yield batch.filter(({ documentId }) => {
      const place = listed.find(uuidToBytes(documentId), 0);
      if (place < 0 || isRead[place] === 1) return false;
      isRead[place] = 1;
      return true;
    });
}
