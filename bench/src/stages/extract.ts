/**
 * The contenders' input: every chunk of the published snapshot as index terms (its document's title
 * first, as the product indexes it) and as floats by the snapshot's own embedder; and queries drawn from them.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChunkSetWriter } from "../contest/chunk-set.ts";
import { drawQuery } from "../contest/queries.ts";
import { seededRandom } from "../measure/random.ts";
import { loadBuilt } from "../product/dist.ts";
import { type OpenedSnapshot, openSnapshot } from "../product/snapshot.ts";

export interface ExtractInput {
  data: string;
  work: string;
  queries: number;
  /** Chunks of the smaller set, on which every contender takes part. */
  subset: number;
  /** Chunks of the larger set; null: all. */
  most: number | null;
}

export interface BenchQuery {
  /** As a user would type it. */
  query: string;
  /** Its distinct index terms, separated by spaces. */
  terms: string;
  vector: number[];
}

export interface ExtractResult {
  all: number;
  subset: number;
  /** Chunks omitted because the embedder knows none of their words. */
  withoutVector: number;
}

export const extractFiles = {
  all: "chunks-all",
  subset: "chunks-subset",
  queries: "queries.json",
  ids: "ids.json",
};

export async function extract(input: ExtractInput): Promise<ExtractResult> {
  const opened = await openSnapshot(input.data);
  const { snapshot, model, analyze } = opened;
  const total = snapshot.archive.chunks;
  const wanted = Math.min(total, input.most ?? total);
  const { dimensions } = snapshot.manifest.embedder;
  const all = new ChunkSetWriter(freshFolder(input.work, extractFiles.all), dimensions);
  const subset = new ChunkSetWriter(freshFolder(input.work, extractFiles.subset), dimensions);
  const ids: number[] = [];
  let withoutVector = 0;
  let inSubset = 0;
  for (const { chunk, title, text } of liveChunks(opened)) {
    // Evenly over the whole corpus, which is in order of source.
    if (Math.floor(((chunk + 1) * wanted) / total) === Math.floor((chunk * wanted) / total)) continue;
    const terms = [...analyze(title), ...analyze(text)];
    const vector = model.embedTerms(terms.map((term) => model.dictionary.find(term)));
    if (!vector || terms.length === 0) {
      withoutVector++;
      continue;
    }
    all.add(terms, vector);
    ids.push(chunk);
    const share = Math.min(1, input.subset / wanted);
    if (Math.floor((ids.length + 1) * share) > Math.floor(ids.length * share)) {
      subset.add(terms, vector);
      inSubset++;
    }
  }
  all.close();
  subset.close();
  writeFileSync(join(input.work, extractFiles.ids), JSON.stringify(ids));
  writeFileSync(
    join(input.work, extractFiles.queries),
    JSON.stringify(await drawQueries(opened, input.queries)),
  );
  opened.close();
  return { all: ids.length, subset: inSubset, withoutVector };
}

function freshFolder(work: string, name: string): string {
  const path = join(work, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** Chunks of live documents, in order of number. */
function* liveChunks({
  snapshot,
}: OpenedSnapshot): Generator<{ chunk: number; title: string; text: string }> {
  const { archive } = snapshot;
  for (let number = 0; number < archive.documents; number++) {
    const document = archive.document(number);
    if (archive.find(document.documentId) !== number) continue;
    const { from, to } = archive.chunkRange(number);
    for (let chunk = from; chunk < to; chunk++)
      yield { chunk, title: document.title, text: archive.passage(number, chunk) };
  }
}

/** Seeded; titles and passages in turn. The same snapshot yields the same queries. */
async function drawQueries(opened: OpenedSnapshot, count: number): Promise<BenchQuery[]> {
  const { snapshot, model, analyze } = opened;
  const { stopWords } = await loadBuilt<typeof import("../../../src/search/analysis/stop-words.ts")>(
    "search/analysis/stop-words.js",
  );
  const isContent = (word: string) => word.length > 2 && !stopWords.has(word.toLowerCase());
  const random = seededRandom(20_261_121);
  const queries: BenchQuery[] = [];
  for (let tries = 0; queries.length < count && tries < count * 50; tries++) {
    const chunk = Math.floor(random() * snapshot.archive.chunks);
    const number = snapshot.archive.documentOf(chunk);
    const { title } = snapshot.archive.document(number);
    const source = { title, passage: snapshot.archive.passage(number, chunk) };
    const query = drawQuery(source, { random, fromTitle: queries.length % 2 === 0, isContent });
    const vector = query === null ? null : model.embedQuery(query);
    if (query === null || vector === null || query.length > 400) continue;
    queries.push({ query, terms: [...new Set(analyze(query))].join(" "), vector: Array.from(vector) });
  }
  return queries;
}
