/** Builds one archive segment from documents of the catalog: chunk, embed, index, write. */
import { join } from "node:path";
import type { ArchiveSegmentMeta } from "../corpus/archive/archive-layout.ts";
import { ArchiveSegmentWriter } from "../corpus/archive/archive-segment-writer.ts";
import type { Manifest, ManifestArchiveSegment } from "../corpus/manifest.ts";
import { type Embedder, EmbeddingError } from "../embed/embedder.ts";
import { TermInterner } from "../search/analysis/analyzer.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import type { Calibration } from "../search/vector/calibration.ts";
import { CodesBuilder } from "../search/vector/codes.ts";
import { chunk } from "./chunk.ts";
import type { PublishRun } from "./progress.ts";
import { CalibrationSample } from "./remote-calibration.ts";
import { embedRemotely, remoteBatch, type TermEmbedding } from "./text-embedding.ts";
import { verifyArchiveSegment } from "./verify.ts";

type Parameters = NonNullable<Manifest["archive"]["parameters"]>;

interface RemoteResult {
  codes: CodesBuilder;
  /** Chunks that have a vector. */
  embedded: number;
  /** Documents of which some chunk has no vector. */
  unembedded: number[];
  calibration: Calibration;
}

/** A segment whose texts are cut and indexed, but not embedded yet. */
export interface ChunkedArchive {
  writer: ArchiveSegmentWriter;
  interner: TermInterner;
  /** Chunks of each document. */
  chunksOf: number[];
  /** Vectors, when a remote embedder made them along the way. */
  remote: RemoteResult | null;
}

export interface BuiltSegment {
  segment: ManifestArchiveSegment;
  parameters: Parameters;
}

/** The segment that an earlier publish has written under this name; null when it is not there or not whole. */
export function wholeSegment(segments: string, file: string): BuiltSegment | null {
  try {
    return describe(file, verifyArchiveSegment(segments, file), []);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}

function describe(file: string, meta: ArchiveSegmentMeta, unembedded: number[]): BuiltSegment {
  const { documents, chunks, passages, wholes } = meta;
  return {
    segment: { file, documents, chunks, superseded: [], unembedded },
    parameters: { passages, wholes },
  };
}

/** Reads and cuts the documents; a remote embedder embeds as they pass. */
export async function chunkDocuments(
  run: PublishRun,
  what: {
    file: string;
    documentIds: readonly string[];
    all: boolean;
    embedder?: Embedder;
    /** Documents that failed before: that they fail again says nothing of the embedder. */
    retried?: ReadonlySet<string>;
  },
): Promise<ChunkedArchive> {
  const interner = new TermInterner();
  const writer = new ArchiveSegmentWriter(join(run.segments, what.file), interner);
  const remote = what.embedder ? new RemoteVectors(run, what.embedder, what.retried ?? new Set()) : null;
  const chunksOf: number[] = [];
  try {
    for await (const batch of run.catalog.documents(what.all ? undefined : what.documentIds)) {
      run.signal?.throwIfAborted();
      for (const document of batch) {
        const chunks = chunk(document.content);
        writer.add(document, chunks);
        chunksOf.push(chunks.length);
        await remote?.add(document, chunks);
      }
      run.report("chunk", writer.documents, what.documentIds.length);
    }
    return { writer, interner, chunksOf, remote: remote ? await remote.finish() : null };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** Embeds what is not embedded yet and writes the segment. */
export function finishSegment(
  run: PublishRun,
  archive: ChunkedArchive,
  options: {
    file: string;
    dimensions: number;
    embedding: TermEmbedding | null;
    parameters: Parameters | null;
  },
): BuiltSegment {
  const { writer } = archive;
  const codes = archive.remote?.codes ?? embedTerms(run, writer, options);
  run.report("index", 0, null);
  const meta = writer.finish(codes.build(), {
    dimensions: options.dimensions,
    ...(options.parameters ? { parameters: options.parameters } : {}),
  });
  run.report("index", meta.documents, meta.documents);
  return describe(options.file, meta, archive.remote?.unembedded ?? []);
}

function embedTerms(
  run: PublishRun,
  writer: ArchiveSegmentWriter,
  { embedding, dimensions }: { embedding: TermEmbedding | null; dimensions: number },
): CodesBuilder {
  const terms = writer.chunkTerms.view();
  const ends = writer.chunkEnds.view();
  const codes = new CodesBuilder(dimensions, ends.length);
  let start = 0;
  ends.forEach((end, i) => {
    codes.add(embedding?.embed(terms.subarray(start, end)) ?? null);
    start = end;
    if (i % 20_000 === 0) {
      run.signal?.throwIfAborted();
      run.report("embed", i, ends.length);
    }
  });
  run.report("embed", ends.length, ends.length);
  return codes;
}

export const nothingEmbedded =
  "the embedder answered for none of the texts; the snapshot before stays current. Check that the endpoint is up and publish again";

/** Gathers chunk texts into batches for a remote embedder; vectors come out in chunk order. */
class RemoteVectors {
  readonly #run: PublishRun;
  readonly #embedder: Embedder;
  readonly #codes: CodesBuilder;
  readonly #retried: ReadonlySet<string>;
  readonly #unembedded = new Set<number>();
  readonly #sample = new CalibrationSample();
  #embedded = 0;
  #texts: string[] = [];
  #documents: number[] = [];
  #document = 0;
  #fresh = 0;

  constructor(run: PublishRun, embedder: Embedder, retried: ReadonlySet<string>) {
    this.#run = run;
    this.#embedder = embedder;
    this.#retried = retried;
    this.#codes = new CodesBuilder(embedder.dimensions);
  }

  async add(
    document: { documentId: string; title: string; content: string },
    chunks: readonly { start: number; end: number }[],
  ): Promise<void> {
    for (const { start, end } of chunks) {
      this.#texts.push(`${document.title}\n${document.content.slice(start, end)}`);
      this.#documents.push(this.#document);
    }
    this.#document++;
    if (!this.#retried.has(document.documentId)) this.#fresh++;
    while (this.#texts.length >= remoteBatch) await this.#flush(remoteBatch);
  }

  /** Throws when there was something new and not one text could be embedded. */
  async finish(): Promise<RemoteResult> {
    while (this.#texts.length > 0) await this.#flush(remoteBatch);
    if (this.#embedded === 0 && this.#unembedded.size > 0 && this.#fresh > 0)
      throw new EmbeddingError(nothingEmbedded);
    return {
      codes: this.#codes,
      embedded: this.#embedded,
      unembedded: [...this.#unembedded],
      calibration: this.#sample.calibration(),
    };
  }

  async #flush(count: number): Promise<void> {
    const texts = this.#texts.slice(0, count);
    const vectors = await embedRemotely(texts, {
      embedder: this.#embedder,
      catalog: this.#run.catalog,
      signal: this.#run.signal,
    });
    vectors.forEach((vector, i) => {
      this.#codes.add(vector);
      this.#sample.add(this.#documents[i]!, vector);
      if (vector) this.#embedded++;
      else this.#unembedded.add(this.#documents[i]!);
    });
    this.#texts = this.#texts.slice(count);
    this.#documents = this.#documents.slice(count);
    this.#run.report("embed", this.#document, null);
  }
}
