/** Both searches by channel: what words, passages and meaning alone would find, and what the product makes of them. */
import type { SnapshotContext } from "../../../src/serving/answer.ts";
import { loadBuilt } from "./dist.ts";

/** Ids per channel, best first. */
export type Rankings<Channel extends string> = Record<Channel, string[]>;

/** `documents` and `passages` are BM25, `text` is the product without vectors, `fused` the product. */
export const archiveChannels = ["documents", "passages", "meaning", "text", "fused"] as const;
export type ArchiveChannel = (typeof archiveChannels)[number];

export const projectChannels = ["words", "meaning", "fused"] as const;
export type ProjectChannel = (typeof projectChannels)[number];

export interface Channels {
  archive(query: string): Promise<Rankings<ArchiveChannel>>;
  projects(query: string): Promise<Rankings<ProjectChannel>>;
  close(): void;
}

const shown = 10;
/** The API accepts 500 characters. */
const longestQuery = 500;

const modules = {
  cache: () =>
    loadBuilt<typeof import("../../../src/serving/snapshot-cache.ts")>("serving/snapshot-cache.js"),
  corpus: () => loadBuilt<typeof import("../../../src/corpus/snapshot.ts")>("corpus/snapshot.js"),
  manifest: () => loadBuilt<typeof import("../../../src/corpus/manifest.ts")>("corpus/manifest.js"),
  directory: () =>
    loadBuilt<typeof import("../../../src/corpus/data-directory.ts")>("corpus/data-directory.js"),
  reading: () => loadBuilt<typeof import("../../../src/research/read-query.ts")>("research/read-query.js"),
  archive: () =>
    loadBuilt<typeof import("../../../src/research/search-archives/search-archives.ts")>(
      "research/search-archives/search-archives.js",
    ),
  local: () =>
    loadBuilt<typeof import("../../../src/archive-search/local-session.ts")>(
      "archive-search/local-session.js",
    ),
  found: () =>
    loadBuilt<typeof import("../../../src/research/search-archives/candidates.ts")>(
      "research/search-archives/candidates.js",
    ),
  projects: () =>
    loadBuilt<typeof import("../../../src/research/search-projects/search-projects.ts")>(
      "research/search-projects/search-projects.js",
    ),
  foundProjects: () =>
    loadBuilt<typeof import("../../../src/research/search-projects/candidates.ts")>(
      "research/search-projects/candidates.js",
    ),
  selection: () =>
    loadBuilt<typeof import("../../../src/corpus/projects/project-filter.ts")>(
      "corpus/projects/project-filter.js",
    ),
  archiveContract: () =>
    loadBuilt<typeof import("../../../src/contract/api/archive.ts")>("contract/api/archive.js"),
  projectContract: () =>
    loadBuilt<typeof import("../../../src/contract/api/search-projects.ts")>(
      "contract/api/search-projects.js",
    ),
};
type Modules = { [Name in keyof typeof modules]: Awaited<ReturnType<(typeof modules)[Name]>> };

async function loadModules(): Promise<Modules> {
  const entries = Object.entries(modules).map(async ([name, load]) => [name, await load()] as const);
  return Object.fromEntries(await Promise.all(entries)) as unknown as Modules;
}

/** Opens the current snapshot of a data directory. */
export async function openChannels(data: string): Promise<Channels> {
  const product = await loadModules();
  const id = product.manifest.currentSnapshot(product.directory.dataDirectory(data));
  if (!id) throw new Error(`nothing is published in ${data}`);
  const handle = product.corpus.loadSnapshot(data, id);
  const cache = new product.cache.SnapshotCache({});
  const cut = (query: string) => Array.from(query).slice(0, longestQuery).join("");
  return {
    archive: (query) => cache.use(handle, (context) => archiveRankings(product, context, cut(query))),
    projects: (query) => cache.use(handle, (context) => projectRankings(product, context, cut(query))),
    close: () => cache.close(),
  };
}

async function archiveRankings(
  { reading, local, found, archive: search, archiveContract }: Modules,
  context: SnapshotContext,
  query: string,
): Promise<Rankings<ArchiveChannel>> {
  const { archive, taxonomy } = context.snapshot;
  const { vocabulary } = archive;
  const read = reading.readQuery(query, { taxonomy, vocabulary, knowsWord: context.knowsWord });
  const vector = await context.embedQuery(read.embedded);
  const { candidates } = await found.gatherCandidates(
    { archive, session: local.localSession(archive) },
    archive.analyze(read.own, read.extra),
    { scope: { titles: [] }, vector: vector && archive.prepare(vector), authors: [] },
  );
  const ids = Array.from(candidates.documents, (document) => archive.document(document).documentId);
  const bestOf = (scores: Float64Array) =>
    ids.map((_, d) => Math.max(...scores.subarray(candidates.chunkStarts[d], candidates.chunkStarts[d + 1])));
  const request = archiveContract.searchArchivesRequestSchema.parse({
    query,
    limit: shown,
    maxDocsPerSource: 0,
    minSimilarity: 0,
    maxChunksPerDoc: 1,
  });
  const answer = async (embedQuery: SnapshotContext["embedQuery"]) =>
    (await search.searchArchives({ ...context, embedQuery }, request)).results.map(
      ({ documentId }) => documentId,
    );
  return {
    documents: best(ids, [...candidates.wholes]),
    passages: best(ids, bestOf(candidates.scores)),
    meaning: vector ? best(ids, bestOf(candidates.cosines)) : [],
    text: await answer(async () => null),
    fused: await answer(context.embedQuery),
  };
}

async function projectRankings(
  { reading, foundProjects, selection, projects: search, projectContract }: Modules,
  context: SnapshotContext,
  query: string,
): Promise<Rankings<ProjectChannel>> {
  const { projects, taxonomy } = context.snapshot;
  const { vocabulary } = projects.words;
  const read = reading.readQuery(query, { taxonomy, vocabulary, knowsWord: context.knowsWord });
  const vector = await context.embedQuery(read.embedded);
  selection.selectProjects(projects, {}, projects.selection);
  const { rows, words, cosines } = foundProjects.findCandidates(projects, read, vector);
  const slugs = Array.from(rows, (row) => projects.slug(row));
  const request = projectContract.searchProjectsRequestSchema.parse({ query, limit: shown });
  const { results } = await search.searchProjects(context, request);
  return {
    words: best(slugs, [...words]),
    meaning: cosines ? best(slugs, [...cosines]) : [],
    fused: results.map(({ slug }) => slug),
  };
}

/** The ids with the greatest scores. */
function best(ids: readonly string[], scores: readonly number[]): string[] {
  return [...ids.keys()]
    .sort((x, y) => scores[y]! - scores[x]!)
    .slice(0, shown)
    .map((i) => ids[i]!);
}
