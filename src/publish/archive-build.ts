/** Builds the archive of a snapshot: documents are indexed first; threads may still be making the last vectors then. */
import type { ArchiveParameters } from "../corpus/archive/archive-layout.ts";
import type { Manifest } from "../corpus/manifest.ts";
import { collectIfWorthwhile } from "../memory/collect-garbage.ts";
import { AnalysisThreads } from "./analysis/analysis-threads.ts";
import type { ArchiveVectors, Embedding } from "./embed/embedding.ts";
import { fittedVectors } from "./embed/fitted.ts";
import { remoteVectors } from "./embed/remote.ts";
import type { PublishPlan } from "./plan.ts";
import type { CatalogContent } from "./read-catalog.ts";
import { sampleCorpus } from "./sample.ts";
import { threadsFor } from "./threads-for.ts";
import type { PublishOptions, PublishRun } from "./types.ts";
import { type WrittenArchive, writeArchive } from "./write-archive.ts";

/** Passages of a full segment. */
const defaultSegmentPassages = 400_000;

export interface ArchiveBuildInput {
  content: CatalogContent;
  options: PublishOptions;
  plan: PublishPlan;
}

export class ArchiveBuild {
  readonly #run: PublishRun;
  readonly #from: ArchiveBuildInput;
  readonly #vectorThreads: number;
  #threads: AnalysisThreads | null;
  #vectors: ArchiveVectors | null = null;
  #written: WrittenArchive | null = null;

  constructor(run: PublishRun, from: ArchiveBuildInput) {
    this.#run = run;
    this.#from = from;
    const { vectors, analysis } = threadsFor(run, from.plan, from.options.threads);
    this.#vectorThreads = vectors;
    this.#threads = analysis > 0 ? new AnalysisThreads(analysis) : null;
  }

  /** Reads, indexes and embeds the documents; returns what embeds other texts. */
  async indexDocuments(): Promise<Embedding> {
    const { content, plan, options } = this.#from;
    const { vectors, parameters } = await this.#prepareVectors();
    this.#vectors = vectors;
    collectIfWorthwhile();
    this.#written = await writeArchive(this.#run, {
      plan,
      listed: content.documents,
      vectors,
      parameters,
      threads: this.#threads,
      fullSegment: options.segmentPassages ?? defaultSegmentPassages,
    });
    await this.#closeAnalysis();
    return vectors.finish();
  }

  /** After {@link indexDocuments}. */
  finish(): Promise<Manifest["archive"]> {
    return this.#written!.finish();
  }

  /** At the end, also of a failed build: the last segment is kept for the next one where its vectors can be had. */
  async close(): Promise<void> {
    await this.#written?.settled();
    await this.#vectors?.close();
    await this.#closeAnalysis();
  }

  async #closeAnalysis(): Promise<void> {
    await this.#threads?.close();
    this.#threads = null;
  }

  /** The sample is not kept: it is larger than all that is needed of it. */
  async #prepareVectors(): Promise<{ vectors: ArchiveVectors; parameters: ArchiveParameters | null }> {
    const { content, plan } = this.#from;
    const { kept, finished, build, remote } = plan;
    const isFirst = kept.length === 0 && finished.length === 0 && build.length > 0;
    const isUnfitted = remote === null && plan.model === null;
    const threads = this.#threads;
    const sample = isFirst || isUnfitted ? await sampleCorpus(this.#run, { content, build, threads }) : null;
    const passagesPerDocument = sample?.passagesPerDocument;
    const vectors = remote
      ? remoteVectors(this.#run, { plan, remote, passagesPerDocument })
      : await fittedVectors(this.#run, plan, {
          corpus: sample?.corpus ?? null,
          threads: this.#vectorThreads,
        });
    return { vectors, parameters: sample?.parameters ?? null };
  }
}
