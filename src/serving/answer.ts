/** Which research function answers which operation. */
import type { OperationInput, SnapshotOperationId } from "../contract/api/operations.ts";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import { analyze } from "../research/analyze.ts";
import { compare } from "../research/compare.ts";
import { getCategories } from "../research/get-categories.ts";
import { getCluster } from "../research/get-cluster.ts";
import { getFilters } from "../research/get-filters.ts";
import { getProject } from "../research/get-project.ts";
import { readDocument } from "../research/read-document.ts";
import { searchArchives } from "../research/search-archives/search-archives.ts";
import { searchProjects } from "../research/search-projects/search-projects.ts";
import { countTechnology, trendTechnology } from "../research/technologies/count-technology.ts";
import { findCoUsage, listTopTechnologies } from "../research/technologies/top-technologies.ts";
import type { EmbedQuery } from "./query-embedding.ts";

/** What research operations get: one snapshot from start to end, and the ports they need. */
export interface SnapshotContext {
  snapshot: CorpusSnapshot;
  embedQuery: EmbedQuery;
}

/** Operations that are answered from a snapshot alone. */
export type ResearchOperationId = SnapshotOperationId;

type Answers = {
  [Id in ResearchOperationId]: (
    context: SnapshotContext,
    input: OperationInput<Id>,
  ) => object | Promise<object>;
};

const answers: Answers = {
  getFilters,
  getCategories,
  searchProjects,
  getProject,
  analyze,
  compare,
  getCluster,
  countTechnology,
  trendTechnology,
  findCoUsage,
  listTopTechnologies,
  searchArchives,
  readDocument,
};

/** Answers a validated request. Throws ApiError for what the caller did wrong. */
export async function answer(
  context: SnapshotContext,
  operation: ResearchOperationId,
  input: unknown,
): Promise<object> {
  const run = answers[operation] as (context: SnapshotContext, input: unknown) => object | Promise<object>;
  return run(context, input);
}
