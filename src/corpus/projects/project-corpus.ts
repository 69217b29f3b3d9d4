/** What research on projects needs of a snapshot. */
import type { ProjectFreshness } from "../../contract/api/shared.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
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
  /** A raw cosine as a similarity that is comparable between embedders: 0 to 1. */
  calibrated(cosine: number): number;
  /** Every source of the archive with its documents that are not withdrawn now. */
  archiveSources(): ArchiveSourceCount[];
}
