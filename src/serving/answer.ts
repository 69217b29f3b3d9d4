/** The dispatch table: which function answers which operation. */
import type { ArchiveSession } from "../archive-search/archive-session.ts";
import type {
  DatabaseOperationId,
  OperationId,
  OperationInput,
  OperationOutput,
  SnapshotOperationId,
} from "../contract/api/operations.ts";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import { analyze } from "../research/analyze.ts";
import { compare } from "../research/compare.ts";
import { exportAnalysis } from "../research/exports/export-analysis.ts";
import { exportProjects } from "../research/exports/export-projects.ts";
import { getCategories } from "../research/get-categories.ts";
import { getCluster } from "../research/get-cluster.ts";
import { getFilters } from "../research/get-filters.ts";
import { getLandscape } from "../research/get-landscape.ts";
import { getProject } from "../research/get-project.ts";
import { listClusters } from "../research/list-clusters.ts";
import { neighborhood } from "../research/neighborhood/neighborhood.ts";
import { readDocument } from "../research/read-document.ts";
import { searchArchives } from "../research/search-archives/search-archives.ts";
import { searchProjects } from "../research/search-projects/search-projects.ts";
import { similarDocuments } from "../research/similar-documents.ts";
import { similarProjects } from "../research/similar-projects.ts";
import { countTechnology, trendTechnology } from "../research/technologies/count-technology.ts";
import { findCoUsage, listTopTechnologies } from "../research/technologies/top-technologies.ts";
import type { Words } from "../search/lookup/word-readings.ts";
import type { EmbedQuery } from "./query-embedding.ts";

/** Context of operations on the snapshot: the same snapshot throughout, and the ports they need. */
export interface SnapshotContext {
  snapshot: CorpusSnapshot;
  /** Where the archive is not in the snapshot's own segments. */
  beginArchive?(): ArchiveSession;
  embedQuery: EmbedQuery;
  /** Words that the snapshot's embedder knows, and correctly written words. */
  knowsWord(word: string): boolean;
  words: Words;
}

type Answer<Id extends DatabaseOperationId> = (input: OperationInput<Id>) => Promise<OperationOutput<Id>>;
type AnswerTo<Id extends DatabaseOperationId> = (
  accountId: string,
  input: OperationInput<Id>,
) => Promise<OperationOutput<Id>>;

/** Context of operations on the databases: the caller, and the modules that answer. */
export interface DatabaseContext {
  caller: { accountId: string; email: string; scopes: readonly string[]; expiresAt: string | null };
  members: { getMe(email: string): Promise<OperationOutput<"getMe">> };
  guides: { getResources: Answer<"getResources">; getFaqs: Answer<"getFaqs">; getFaq: Answer<"getFaq"> };
  inbox: { suggestSource: AnswerTo<"suggestSource">; sendFeedback: AnswerTo<"sendFeedback"> };
}

type Context<Id extends OperationId> = Id extends SnapshotOperationId ? SnapshotContext : DatabaseContext;

const answers: {
  [Id in OperationId]: (context: Context<Id>, input: OperationInput<Id>) => object | Promise<object>;
} = {
  getStatus: ({ caller }): OperationOutput<"getStatus"> => ({
    authenticated: true,
    expiresAt: caller.expiresAt,
    scope: caller.scopes.join(" "),
  }),
  getMe: ({ members, caller }) => members.getMe(caller.email),
  getFilters,
  getCategories,
  searchProjects,
  exportProjects,
  getProject,
  similarProjects,
  analyze,
  exportAnalysis,
  compare,
  listClusters,
  getCluster,
  getLandscape,
  neighborhood,
  countTechnology,
  trendTechnology,
  findCoUsage,
  listTopTechnologies,
  searchArchives,
  readDocument,
  similarDocuments,
  suggestSource: ({ inbox, caller }, request) => inbox.suggestSource(caller.accountId, request),
  sendFeedback: ({ inbox, caller }, request) => inbox.sendFeedback(caller.accountId, request),
  getResources: ({ guides }, query) => guides.getResources(query),
  getFaqs: ({ guides }, query) => guides.getFaqs(query),
  getFaq: ({ guides }, params) => guides.getFaq(params),
};

/** Answers a validated request. Throws ApiError for what the caller did wrong. */
export async function answer<Id extends OperationId>(
  context: Context<Id>,
  operation: Id,
  input: unknown,
): Promise<object> {
  const run = answers[operation] as (context: Context<Id>, input: unknown) => object | Promise<object>;
  return run(context, input);
}
