/** Whether vector search in OpenSearch finds the nearest passages: beside a full scan of the same vectors. */
import { loadBuilt } from "../product/dist.ts";

export interface ClusterRecallInput {
  /** Data directories with the same archive: in segments of its own, and in the cluster. */
  local: string;
  remote: string;
  /** Root addresses. */
  nodes: readonly string[];
  queries: readonly string[];
}

const resultCount = 10;
/** Passages asked for, as a search asks. */
const nearest = 200;
/** Passages that are as near count, because equal ones have no order. */
const tolerance = 1e-3;

/** Share of the ten nearest passages that the cluster finds, over all queries that the embedder knows words of. */
export async function clusterRecall({ local, remote, nodes, queries }: ClusterRecallInput): Promise<number> {
  const modules = await loadModules();
  const { openCluster } = modules.cluster;
  const cluster = openCluster({ nodes, ca: null, prefix: "priorart", timeoutMs: 30_000 });
  const own = modules.open(local);
  const outline = modules.open(remote);
  try {
    const embed = modules.embedding.queryEmbedding(own, {});
    const exact = modules.local.localSession(own.archive);
    const begin = modules.begin.beginArchive(outline, cluster);
    if (!begin) throw new Error(`the archive of ${remote} is not in a cluster`);
    let found = 0;
    let wanted = 0;
    for (const query of queries) {
      const vector = await embed(query);
      if (vector === null) continue;
      const all = { nearest: resultCount, coded: own.archive.chunks };
      const best = (await exact.searchVectors(own.archive.prepare(vector), all)).scores;
      const pools = { nearest, coded: 0 };
      const { scores } = await begin().searchVectors(outline.archive.prepare(vector), pools);
      const bar = best[best.length - 1]! - tolerance;
      found += Math.min(best.length, scores.slice(0, best.length).filter((score) => score >= bar).length);
      wanted += best.length;
    }
    return found / wanted;
  } finally {
    await cluster.close();
    for (const snapshot of [own, outline]) snapshot.close();
  }
}

async function loadModules() {
  type Corpus = typeof import("../../../src/corpus/snapshot.ts");
  type Embedding = typeof import("../../../src/serving/query-embedding.ts");
  const { CorpusSnapshot, loadSnapshot } = await loadBuilt<Corpus>("corpus/snapshot.js");
  const { currentSnapshot } =
    await loadBuilt<typeof import("../../../src/corpus/manifest.ts")>("corpus/manifest.js");
  const { dataDirectory } =
    await loadBuilt<typeof import("../../../src/corpus/data-directory.ts")>("corpus/data-directory.js");
  const embedding = await loadBuilt<Embedding>("serving/query-embedding.js");
  const open = (data: string) => {
    const id = currentSnapshot(dataDirectory(data));
    if (!id) throw new Error(`nothing is published in ${data}`);
    return new CorpusSnapshot(loadSnapshot(data, id), embedding.embeddingBytes);
  };
  return {
    open,
    embedding,
    local: await loadBuilt<typeof import("../../../src/archive-search/local-session.ts")>(
      "archive-search/local-session.js",
    ),
    begin: await loadBuilt<typeof import("../../../src/archive-search/opensearch/begin-archive.ts")>(
      "archive-search/opensearch/begin-archive.js",
    ),
    cluster: await loadBuilt<typeof import("../../../src/archive-search/opensearch/cluster.ts")>(
      "archive-search/opensearch/cluster.js",
    ),
  };
}
