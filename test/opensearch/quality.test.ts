/**
 * OpenSearch finds what the snapshot's own index finds: the same documents, as good an order, and the nearest vectors. On
 * the demo's archive, and on Cranfield if PRIORART_CORPORA names a folder with ir/cranfield.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localSession } from "../../src/archive-search/local-session.ts";
import { beginArchive } from "../../src/archive-search/opensearch/begin-archive.ts";
import { openCluster } from "../../src/archive-search/opensearch/cluster.ts";
import type { SearchArchivesResponse } from "../../src/contract/api/archive.ts";
import { searchArchivesRequestSchema } from "../../src/contract/api/archive.ts";
import { dataDirectory } from "../../src/corpus/data-directory.ts";
import { currentSnapshot } from "../../src/corpus/manifest.ts";
import { CorpusSnapshot, loadSnapshot } from "../../src/corpus/snapshot.ts";
import { embeddingBytes, queryEmbedding } from "../../src/serving/query-embedding.ts";
import { demoDocuments } from "../acceptance/harness/demo-documents.ts";
import { readLines } from "../acceptance/harness/demo-projects.ts";
import { isPresent, readAbstracts, readQueries } from "../relevance/judged-abstracts.ts";
import { type Judged, judge, type Quality, report } from "../relevance/ranking.ts";
import { type Backend, nodeUrl, openBackend } from "./backends.ts";

interface Text {
  documentId: string;
  source: string;
  title: string;
  author?: string | null;
  content: string;
}

const collections: { name: string; isPresent: boolean; texts(): Text[]; queries(): Judged[] }[] = [
  {
    name: "demo",
    isPresent: true,
    texts: () => demoDocuments,
    queries: () => readLines<Judged>("judgements/archive.jsonl"),
  },
  {
    name: "cranfield",
    isPresent: isPresent("cranfield"),
    texts: () => readAbstracts("cranfield"),
    queries: () => readQueries("cranfield"),
  },
];

const requestOf = (query: string) =>
  searchArchivesRequestSchema.parse({
    query: Array.from(query).slice(0, 500).join(""),
    limit: 10,
    maxDocsPerSource: 0,
    minSimilarity: 0,
    maxChunksPerDoc: 1,
  });

async function search({ serving }: Backend, query: string): Promise<string[]> {
  const answer = (await serving.execute("searchArchives", requestOf(query))) as SearchArchivesResponse;
  return answer.results.map(({ documentId }) => documentId);
}

describe.skipIf(nodeUrl === null).each(collections)("$name", ({ name, texts, queries, ...collection }) => {
  if (!collection.isPresent)
    process.stderr.write(`${name} is skipped: PRIORART_CORPORA names no folder with ir/${name}.\n`);
  let backends: Backend[];

  beforeAll(async () => {
    if (!collection.isPresent) return;
    const open = (backend: "local" | "opensearch") =>
      openBackend(backend, (workbench) =>
        workbench.put(...texts().map((text) => ({ author: null, url: null, publishedAt: null, ...text }))),
      );
    backends = [await open("local"), await open("opensearch")];
  });
  afterAll(async () => {
    for (const backend of backends ?? []) await backend.close();
  });

  it.skipIf(!collection.isPresent)("lists nine of the same ten documents, in as good an order", async () => {
    const judged = queries();
    const found = backends.map(() => new Map<string, string[]>());
    const measured: Record<string, Quality> = {};
    for (const [b, backend] of backends.entries()) {
      const { all } = await judge(judged, async (query) => {
        const ids = await search(backend, query);
        found[b]!.set(query, ids);
        return ids;
      });
      measured[backend.name] = all!;
    }
    const shares = judged.map(({ query }) => {
      const [local, remote] = found.map((ids) => ids.get(query)!);
      return local!.filter((id) => remote!.includes(id)).length / Math.max(1, local!.length);
    });
    const overlap = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    report(name, measured);
    process.stdout.write(`${name}: overlap@10 ${overlap.toFixed(4)}\n`);
    expect(overlap).toBeGreaterThanOrEqual(0.9);
    const { local, opensearch } = measured;
    expect(Math.abs(opensearch!.ndcg - local!.ndcg)).toBeLessThanOrEqual(0.01);
  });

  it.skipIf(!collection.isPresent)("finds 98 % of the ten nearest passages", async () => {
    const [local, remote] = backends as [Backend, Backend];
    const snapshots = [local, remote].map(({ workbench: { dataDir } }) => {
      const id = currentSnapshot(dataDirectory(dataDir))!;
      return new CorpusSnapshot(loadSnapshot(dataDir, id), embeddingBytes);
    });
    const cluster = openCluster(remote.cluster!);
    try {
      const [own, outline] = snapshots as [CorpusSnapshot, CorpusSnapshot];
      const embed = queryEmbedding(own, {});
      const exact = localSession(own.archive);
      const begin = beginArchive(outline, cluster)!;
      let found = 0;
      let wanted = 0;
      for (const { query } of queries()) {
        const vector = await embed(query);
        if (vector === null) continue;
        const prepared = own.archive.prepare(vector);
        const all = { nearest: 10, coded: own.archive.chunks };
        const nearest = (await exact.searchVectors(prepared, all)).scores;
        const pools = { nearest: 200, coded: 0 };
        const { scores } = await begin().searchVectors(outline.archive.prepare(vector), pools);
        // Passages that are as near count, because equal ones have no order.
        const bar = nearest[nearest.length - 1]! - 1e-3;
        found += Math.min(
          nearest.length,
          scores.slice(0, nearest.length).filter((score) => score >= bar).length,
        );
        wanted += nearest.length;
      }
      process.stdout.write(`${name}: recall@10 of vectors ${(found / wanted).toFixed(4)}\n`);
      expect(found / wanted).toBeGreaterThanOrEqual(0.98);
    } finally {
      await cluster.close();
      for (const snapshot of snapshots) snapshot.close();
    }
  });
});
