/** Options and results of publish. */
import type { ArchiveWriter } from "../archive-search/archive-writer.ts";
import type { CatalogReader } from "../catalog/types.ts";
import type { Manifest } from "../corpus/manifest.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { LanguageModel } from "./clusters/language-model.ts";

export type PublishStep =
  | "read"
  | "sample"
  | "fit"
  | "embed"
  | "embed-projects"
  | "index"
  | "projects"
  | "categorise"
  | "cluster"
  | "landscape"
  | "swap";

export interface PublishProgress {
  step: PublishStep;
  /** Units done and in total; null if the total is unknown. */
  done: number;
  total: number | null;
  /** Estimated by the step itself, where the rate so far says little. */
  secondsLeft?: number;
}

/** What is left, where the step knows better than its rate so far. */
export interface Estimate {
  total: number;
  secondsLeft: number | undefined;
}

/** Passages that a remote embedder embeds: all, or the first of each document. */
export type Passages = "all" | "lead";

export interface PublishOptions {
  dataDir: string;
  catalog: CatalogReader;
  /** A remote embedder; without it, the built-in one is fitted to the corpus. */
  embedder?: Embedder;
  /** For a remote embedder; all by default. The others are found by their words until a publish embeds them too. */
  passages?: Passages;
  /**
   * A local model that embeds queries together with the built-in embedder, which then embeds all passages; never with
   * `embedder`.
   */
  queryEmbedder?: Pick<Embedder, "version" | "dimensions" | "embedQuery">;
  /** Passages of a full archive segment, which bound the memory of a publish; 400,000 by default. */
  segmentPassages?: number;
  /**
   * Threads beside the calling one, with the built-in embedder: some make vectors, the others split and tokenise
   * documents. By default as many as cores, at most three, where many documents are built.
   */
  threads?: number;
  /** A taxonomy file in place of the shipped one. */
  taxonomyPath?: string;
  /** Fit the built-in embedder again, and rebuild everything. */
  refit?: boolean;
  /** Group projects again, under new cluster keys. */
  recluster?: boolean;
  /** Writes labels and summaries of clusters; without it, built-in text does. */
  languageModel?: LanguageModel;
  /** Old snapshots kept in addition to the current one; 2 by default. */
  keep?: number;
  /** Keeps the archive's texts, postings and vectors outside the snapshot; they are in its segments without. */
  openArchive?(vectors: { dimensions: number }): Promise<ArchiveWriter>;
  /** Where servers with other data directories get the snapshot; without it, the data directory is all there is. */
  shared?: SharedTarget;
  signal?: AbortSignal;
  /**
   * Locks out every other publish; null while one runs. Default: those of the data directory. `lost` aborts the publish:
   * the lock may be held elsewhere.
   */
  takeLock?(): Promise<{ release(): Promise<void>; lost: AbortSignal } | null>;
  onProgress?(progress: PublishProgress): void;
}

/** The snapshots that several servers share. */
export interface SharedTarget {
  /**
   * Makes their current snapshot that of the data directory; resolves with all, or null before the first. `isInstalled`
   * is false when the store has lost it: then the publish continues from what the data directory has.
   */
  prepare(options: {
    signal?: AbortSignal;
  }): Promise<{ kept: readonly { id: string }[]; isInstalled: boolean } | null>;
  /**
   * Makes a snapshot of the data directory current everywhere, if it is not. `onActive` is called in the data directory
   * before others may change it. Throws when another became current since `prepare`.
   */
  publish(
    manifest: Manifest,
    options: { keep: number; signal?: AbortSignal; onActive(): void },
  ): Promise<void>;
}

export interface PublishReport {
  /** Id of the current snapshot. */
  snapshot: string;
  /** False when nothing had changed. */
  changed: boolean;
  projects: number;
  documents: number;
  chunks: number;
  /** Texts that could not be embedded; the next publish retries them. */
  missingVectors: number;
  seconds: number;
}

/** Shared by all steps of one publish. */
export interface PublishRun {
  catalog: CatalogReader;
  segments: string;
  /** Null: the archive is stored in the snapshot's segments. */
  archive: ArchiveWriter | null;
  signal: AbortSignal | undefined;
  report(step: PublishStep, done: number, total: number | Estimate | null): void;
}
