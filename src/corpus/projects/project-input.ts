/** Input of the projects segment writer. */
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { SegmentCluster, SegmentHackathon } from "./project-layout.ts";

/** A project as stored in the catalog. */
export interface SegmentProject {
  slug: string;
  hackathonSlug: string;
  record: ProjectRecord;
  /** ISO 8601; from the record, else the time of first import. */
  createdAt: string;
}

export interface ProjectClustering {
  clusters: readonly SegmentCluster[];
  /** Project slug → key of its cluster; projects without a vector are in none. */
  clusterOf: ReadonlyMap<string, string>;
}

export interface ProjectSegmentInput {
  projects: readonly SegmentProject[];
  /** Every hackathon, including those without projects. */
  hackathons: readonly SegmentHackathon[];
  taxonomy: Taxonomy;
  /** When projects were last imported (ISO 8601); null before the first import. */
  importedAt: string | null;
  /** One per project in the order of `projects`; null where it has none yet. */
  vectors: readonly (Float32Array | null)[];
  /** Length of the vectors; 0 without an embedder. */
  dimensions: number;
  /** When omitted, no project is in a cluster. */
  clustering?: ProjectClustering;
}
