/** The part of a snapshot that project operations use. */
import type { ProjectFreshness } from "../../contract/api/shared.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { Landscape } from "./landscape.ts";
import type { ProjectIndex } from "./project-index.ts";

export interface ArchiveSourceCount {
  key: string;
  label: string;
  documentCount: number;
}

export interface ProjectCorpus {
  readonly projects: ProjectIndex;
  readonly taxonomy: Taxonomy;
  readonly corpusRevision: string;
  readonly freshness: ProjectFreshness;
  /** Null in snapshots of versions that did not compute it. */
  readonly landscape: Landscape | null;
  /** Whether a sentence model made the vectors; the built-in embedder did otherwise. */
  readonly vectorsByModel?: boolean;
  /** A raw cosine as a similarity that is comparable between embedders: 0 to 1. */
  calibrated(cosine: number): number;
  /** Every source of the archive with its number of live documents. */
  archiveSources(): ArchiveSourceCount[];
}
