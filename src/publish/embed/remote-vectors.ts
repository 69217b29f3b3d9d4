/** Embeds chunks remotely while documents are indexed. */
import { type Embedder, EmbeddingError } from "../../embed/embedder.ts";
import { type Calibration, identityCalibration } from "../../search/vector/calibration.ts";
import type { CodesBuilder } from "../../search/vector/codes.ts";
import type { Chunk } from "../chunk/chunk.ts";
import type { PublishPlan } from "../plan.ts";
import type { PublishRun } from "../types.ts";
import { CalibrationSample } from "./calibration-sample.ts";
import { embedQueries } from "./embed-queries.ts";
import { embedRemotely, nothingEmbedded, remoteBatch, type Vector } from "./embed-texts.ts";
import { type EmbeddedSegment, newCodes } from "./embedding.ts";

export interface RemoteResult {
  /** Chunks that have a vector. */
  embedded: number;
  calibration: Calibration;
}

type RemotePlan = Pick<PublishPlan, "retried" | "passages" | "kept" | "build"> & {
  /** Of a sample; without it, that of the documents so far. */
  passagesPerDocument?: number | undefined;
};

interface WaitingChunk {
  text: string;
  /** Counted over all segments. */
  document: number;
  wanted: boolean;
  /** Without the title; of first chunks. */
  passage?: string;
}

/** Gathers chunk texts into batches; vectors come out in chunk order, segment by segment. */
export class RemoteVectors {
  readonly #run: PublishRun;
  readonly embedder: Embedder;
  readonly #plan: RemotePlan;
  readonly #sample: CalibrationSample;
  #codes: CodesBuilder;
  #onVector: ((vector: Vector) => void) | undefined;
  /** Documents of the segment of which some chunk has no vector. */
  #unembedded = new Set<number>();
  /** Documents in segments that are finished. */
  #before = 0;
  #failed = 0;
  #embedded = 0;
  #waiting: WaitingChunk[] = [];
  #document = 0;
  /** Documents that did not fail before; only their failure is evidence of a failing embedder. */
  #fresh = 0;
  #wanted = 0;
  #made = { texts: 0, seconds: 0 };

  constructor(run: PublishRun, embedder: Embedder, plan: RemotePlan) {
    this.#run = run;
    this.embedder = embedder;
    this.#plan = plan;
    this.#sample = new CalibrationSample(plan.build.length);
    this.#codes = newCodes(embedder.dimensions, { expected: 256, keptElsewhere: false });
  }

  /** `onVector` gets its vectors too. */
  beginSegment(onVector: ((vector: Vector) => void) | undefined): void {
    this.#onVector = onVector;
    this.#codes = newCodes(this.embedder.dimensions, {
      expected: 256,
      keptElsewhere: onVector !== undefined,
    });
  }

  async add(
    document: { documentId: string; title: string; content: string },
    chunks: readonly Chunk[],
  ): Promise<void> {
    chunks.forEach(({ start, end }, n) => {
      const wanted = n === 0 || this.#plan.passages === "all";
      if (wanted) this.#wanted++;
      const passage = document.content.slice(start, end);
      const text = `${document.title}\n${passage}`;
      this.#waiting.push({
        text,
        document: this.#document,
        wanted,
        ...(n === 0 && { passage }),
      });
    });
    this.#document++;
    if (!this.#plan.retried.has(document.documentId)) this.#fresh++;
    while (this.#waiting.length >= remoteBatch) await this.#flush();
  }

  async finishSegment(): Promise<EmbeddedSegment> {
    while (this.#waiting.length > 0) await this.#flush();
    const segment = { codes: this.#codes, unembedded: [...this.#unembedded] };
    this.#unembedded = new Set();
    this.#failed += segment.unembedded.length;
    this.#before = this.#document;
    return segment;
  }

  /** Throws when there were new texts and none could be embedded. */
  async finish(): Promise<RemoteResult> {
    if (this.#embedded === 0 && this.#failed > 0 && this.#fresh > 0)
      throw new EmbeddingError(nothingEmbedded);
    return { embedded: this.#embedded, calibration: await this.#calibration() };
  }

  /** Increments keep the one they have. */
  async #calibration(): Promise<Calibration> {
    if (this.#plan.kept.length > 0) return identityCalibration;
    try {
      return await this.#sample.calibration((texts) => embedQueries(this.#run, texts, this.embedder));
    } catch (error) {
      // Passages have their vectors; queries may have theirs again later.
      if (error instanceof EmbeddingError) return identityCalibration;
      throw error;
    }
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.splice(0, remoteBatch);
    const texts = batch.map(({ text }) => text);
    const vectors = await embedRemotely(texts, {
      embedder: this.embedder,
      catalog: this.#run.catalog,
      signal: this.#run.signal,
      wanted: (position) => batch[position]!.wanted,
      onEmbedded: (count, seconds) => {
        this.#made.texts += count;
        this.#made.seconds += seconds;
      },
    });
    vectors.forEach((vector, i) => {
      const { document, wanted, passage } = batch[i]!;
      this.#codes.add(vector);
      this.#onVector?.(vector);
      if (passage !== undefined) this.#sample.add(document, { passage, vector });
      if (vector) this.#embedded++;
      else if (wanted) this.#unembedded.add(document - this.#before);
    });
    const estimate = { total: this.#plan.build.length, secondsLeft: this.#secondsLeft() };
    this.#run.report("embed", this.#document, estimate);
  }

  /** At the speed of the texts that were not cached: those still to come are assumed not to be. */
  #secondsLeft(): number | undefined {
    const { texts, seconds } = this.#made;
    if (texts === 0) return undefined;
    return (this.#waiting.length + this.#textsToCome()) * (seconds / texts);
  }

  /** Documents follow each other by source, and those of one source are alike: the first say little of the others. */
  #textsToCome(): number {
    const { build, passages, passagesPerDocument: sampled } = this.#plan;
    const documents = build.length - this.#document;
    if (passages === "lead") return documents;
    if (sampled === undefined) return documents * (this.#wanted / this.#document);
    return Math.max(documents, build.length * sampled - this.#wanted);
  }
}
