/**
 * Every channel of the ranking is needed: on a generated collection each finds answers that the others miss, so a
 * broken or ineffective channel fails here. Needs no corpus and no server.
 */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { searchArchivesRequestSchema } from "../../src/contract/api/archive.ts";
import { searchProjectsRequestSchema } from "../../src/contract/api/search-projects.ts";
import { archiveOf, type TestArchive } from "../../src/research/archive-context.case.ts";
import { searchArchives } from "../../src/research/search-archives/search-archives.ts";
import { searchProjects } from "../../src/research/search-projects/search-projects.ts";
import { hackathon, places, subjects } from "./judged-collection.ts";
import { type Judged, judge } from "./ranking.ts";

/** One data directory each, since texts of one kind would change the vectors of the other. */
const published = {} as { subjects: TestArchive; places: TestArchive };
beforeAll(async () => {
  published.subjects = await archiveOf(async (workbench) => {
    await workbench.put(...subjects.documents);
    await workbench.putProjects(...hackathon.projects);
  });
  published.places = await archiveOf((workbench) => workbench.put(...places.documents));
});
afterAll(async () => {
  for (const archive of Object.values(published)) await archive.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function searchDocuments({ context }: TestArchive, query: string): Promise<string[]> {
  const request = { query, limit: 10, maxDocsPerSource: 0, minSimilarity: 0, maxChunksPerDoc: 1 };
  const { results } = await searchArchives(context, searchArchivesRequestSchema.parse(request));
  return results.map(({ documentId }) => documentId);
}

async function findProjects({ context, snapshot }: TestArchive, query: string): Promise<string[]> {
  const request = searchProjectsRequestSchema.parse({ query, limit: 10 });
  const { results } = await searchProjects({ snapshot, embedQuery: context.embedQuery }, request);
  return results.map(({ slug }) => slug);
}

const collections = {
  subjects: { queries: subjects.queries, at: () => published.subjects, search: searchDocuments },
  places: { queries: places.queries, at: () => published.places, search: searchDocuments },
  projects: { queries: hackathon.queries, at: () => published.subjects, search: findProjects },
};

/** Average nDCG@10 of one family of queries. */
async function quality(collection: keyof typeof collections, family: string): Promise<number> {
  const { queries, at, search } = collections[collection];
  const own: Judged[] = queries.filter(({ kind }) => kind === family);
  return (await judge(own, (query) => search(at(), query)))[family]!.ndcg;
}

const noHits = { ids: new Uint32Array(0), scores: new Float64Array(0) };
const noRows = { documents: new Uint32Array(0), scores: new Float64Array(0), matched: new Uint32Array(0) };
const noScores = (_: unknown, numbers: Uint32Array) => ({
  scores: new Float64Array(numbers.length),
  matched: new Uint32Array(numbers.length),
});
const neverEmbedded = ({ context }: TestArchive) => vi.spyOn(context, "embedQuery").mockResolvedValue(null);

const noEvidence = (_: unknown, { length }: Uint32Array) => ({
  scores: new Float64Array(length),
  coverage: new Float64Array(length),
  rarity: 0,
});

/** Switches off one channel. */
const off = {
  "passage text": ({ snapshot: { archive } }: TestArchive) => {
    vi.spyOn(archive, "searchPassages").mockReturnValue(noHits);
    vi.spyOn(archive, "passageScores").mockImplementation(noScores);
  },
  "document text": ({ snapshot: { archive } }: TestArchive) => {
    vi.spyOn(archive, "searchWholes").mockReturnValue(noHits);
    vi.spyOn(archive, "wholeScores").mockImplementation(noScores);
  },
  vectors: ({ snapshot: { archive } }: TestArchive) => {
    vi.spyOn(archive, "searchVectors").mockReturnValue(noHits);
    vi.spyOn(archive, "similarities").mockImplementation((_, chunks) => new Float64Array(chunks.length));
  },
  neighbors: ({ snapshot: { archive } }: TestArchive) => {
    vi.spyOn(archive, "vectorOf").mockReturnValue(null);
  },
  words: ({ snapshot: { projects } }: TestArchive) => {
    vi.spyOn(projects.words, "search").mockReturnValue(noRows);
    vi.spyOn(projects.words, "score").mockImplementation(noEvidence);
    vi.spyOn(projects, "named").mockReturnValue([]);
  },
  tags: ({ snapshot: { projects } }: TestArchive) => {
    vi.spyOn(projects.topics, "search").mockReturnValue(noRows);
    vi.spyOn(projects.topics, "score").mockImplementation(noEvidence);
  },
  "project vectors": ({ snapshot: { projects } }: TestArchive) => {
    vi.spyOn(projects.vectors, "search").mockReturnValue({
      ids: new Uint32Array(0),
      similarities: new Float32Array(0),
      minEstimate: 0,
    });
  },
};

interface Case {
  channel: keyof typeof off;
  collection: keyof typeof collections;
  family: string;
  /** Also without the query's vector, where it finds such answers too. */
  by: "words and vectors" | "words alone";
  /** nDCG@10: at least, with all channels; at most, without this one. */
  floor: number;
  ceiling: number;
}

const [both, words] = ["words and vectors", "words alone"] as const;

it.each<Case>([
  {
    channel: "passage text",
    collection: "places",
    family: "one passage",
    by: both,
    floor: 0.75,
    ceiling: 0.4,
  },
  {
    channel: "passage text",
    collection: "places",
    family: "one passage",
    by: words,
    floor: 0.9,
    ceiling: 0.35,
  },
  {
    channel: "document text",
    collection: "places",
    family: "whole document",
    by: words,
    floor: 0.97,
    ceiling: 0.45,
  },
  { channel: "vectors", collection: "subjects", family: "other words", by: both, floor: 0.95, ceiling: 0.5 },
  {
    channel: "neighbors",
    collection: "subjects",
    family: "same subject",
    by: both,
    floor: 0.95,
    ceiling: 0.75,
  },
  { channel: "words", collection: "projects", family: "name", by: both, floor: 0.97, ceiling: 0.05 },
  { channel: "tags", collection: "projects", family: "tag", by: both, floor: 0.12, ceiling: 0.02 },
  {
    channel: "project vectors",
    collection: "projects",
    family: "other words",
    by: both,
    floor: 0.7,
    ceiling: 0.5,
  },
])("$channel is needed for $family, by $by", async (one) => {
  const archive = collections[one.collection].at();
  if (one.by === words) neverEmbedded(archive);
  expect(await quality(one.collection, one.family)).toBeGreaterThanOrEqual(one.floor);
  off[one.channel](archive);
  expect(await quality(one.collection, one.family)).toBeLessThanOrEqual(one.ceiling);
});
