/** All results of one run, as in `results.json`. Parts that were not run, or failed, are missing. */
import type { ContenderKey } from "../contest/contenders/all.ts";
import type { AnalysisResult } from "../stages/analysis.ts";
import type { ArchiveResult } from "../stages/archive.ts";
import type { BuildResult } from "../stages/build-contender.ts";
import type { CategoriesResult } from "../stages/categories.ts";
import type { ClustersResult } from "../stages/clusters.ts";
import type { CollectionResult } from "../stages/collection.ts";
import type { ContestResult } from "../stages/contest.ts";
import type { DemoResult } from "../stages/demo.ts";
import type { HttpResult } from "../stages/http.ts";
import type { OpenSearchResult } from "../stages/opensearch.ts";
import type { OperateResult } from "../stages/operate.ts";
import type { OperateProjectsResult } from "../stages/operate-projects.ts";
import type { PeersResult } from "../stages/peers.ts";
import type { ProjectsResult } from "../stages/projects.ts";
import type { RecallResult } from "../stages/recall.ts";
import type { ServeContenderResult } from "../stages/serve-contender.ts";
import type { TagsResult } from "../stages/tags.ts";
import type { Machine } from "./machine.ts";

export type Cost = BuildResult & Partial<ServeContenderResult>;

export interface Contest extends ContestResult {
  costs: Partial<Record<ContenderKey, Cost>>;
  /** Contenders that were not tried at this size, and why. */
  leftOut: Partial<Record<ContenderKey, string>>;
}

/** The archive at one size. */
export interface Rung {
  operate: OperateResult;
  archive: ArchiveResult;
}

/** The projects at one size. */
export interface ProjectRung {
  operate: OperateProjectsResult;
  projects: ProjectsResult;
  analysis: AnalysisResult;
}

export interface Results {
  date: string;
  command: string;
  machine: Machine;
  corpus: { name: string; whole: boolean; given: boolean };
  recallWanted: number;
  operate?: OperateResult;
  contests: { subset?: Contest; all?: Contest };
  peers?: PeersResult;
  archive?: ArchiveResult;
  projects?: ProjectsResult;
  manyProjects?: ProjectsResult;
  analysis?: AnalysisResult;
  manyAnalysis?: AnalysisResult;
  http?: HttpResult;
  /** By size, smallest first. */
  ladder?: Rung[];
  opensearch?: OpenSearchResult;
  projectLadder?: ProjectRung[];
  recall?: RecallResult;
  /** Judged collections of the given corpora, by name. */
  collections: Record<string, CollectionResult>;
  demo?: DemoResult;
  clusters?: ClustersResult;
  categories?: CategoriesResult;
  tags?: TagsResult;
  /** Stage → error message. */
  failures: Record<string, string>;
}
