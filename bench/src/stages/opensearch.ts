/** Archive search over HTTP with the archive in OpenSearch, on one, two and three nodes of this machine. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import {
  buildOpenSearch,
  hasOpenSearchTools,
  startOpenSearch,
  type TestNode,
} from "../../../scripts/test-opensearch.ts";
import { type Latency, latencyOf } from "../measure/latency.ts";
import { runCommand } from "../product/command.ts";
import { issueToken, pause, post, startServer } from "../product/server.ts";
import { clusterRecall } from "../quality/cluster-recall.ts";
import { readQueries } from "./contest.ts";

export interface OpenSearchInput {
  /** A published data directory; its catalog is published again into each cluster. */
  data: string;
  work: string;
  /** Nodes of each cluster. */
  sizes: readonly number[];
  requests: number;
}

interface Searched {
  latency: Latency;
  /** Mean number of runnable processes over the last minute, the measured ones included. */
  load: number;
}

export interface OpenSearchResult {
  chunks: number;
  /** The same requests with the archive in the snapshot's own segments. */
  local: Searched;
  clusters: (Searched & {
    nodes: number;
    publishSeconds: number;
    storeMb: number;
    /** Of the ten nearest passages, the share that is found. */
    recall: number;
  })[];
}

const limitSeconds = 3_600;
const warmUp = 60;
const heap = "512m";

export async function measureOpenSearch(input: OpenSearchInput): Promise<OpenSearchResult> {
  if (!hasOpenSearchTools()) throw new Error("needs a JDK 17 and Maven");
  await buildOpenSearch();
  const local = await search(input, input.data, {});
  const clusters: OpenSearchResult["clusters"] = [];
  let chunks = 0;
  for (const count of input.sizes) {
    const nodes = await startOpenSearch(count, { heap, optimized: true });
    const data = join(input.work, "opensearch");
    try {
      rmSync(data, { recursive: true, force: true });
      mkdirSync(data);
      cpSync(join(input.data, "catalog.db"), join(data, "catalog.db"));
      const env = {
        PRIORART_SEARCH_URL: nodes.map(({ url }) => url).join(","),
        PRIORART_SEARCH_TIMEOUT: "30000",
      };
      const published = await runCommand(["publish", "--json"], { data, limitSeconds, env, tolerated: [1] });
      ({ chunks } = JSON.parse(published.stdout));
      await untilReplicated(nodes[0]!, count);
      clusters.push({
        nodes: count,
        publishSeconds: published.seconds,
        storeMb: await storedMb(nodes[0]!),
        recall: await clusterRecall({
          local: input.data,
          remote: data,
          nodes: nodes.map(({ url }) => url),
          queries: readQueries(input.work).map(({ query }) => query),
        }),
        ...(await search(input, data, env)),
      });
    } finally {
      await Promise.all(nodes.map((node) => node.remove()));
      rmSync(data, { recursive: true, force: true });
    }
  }
  return { chunks, local, clusters };
}

/** One request after another, as a single caller sends them. */
async function search(
  { work, requests }: OpenSearchInput,
  data: string,
  env: Record<string, string>,
): Promise<Searched> {
  const token = await issueToken(data);
  const server = await startServer(data, 120, env);
  try {
    const queries = readQueries(work);
    const times: number[] = [];
    for (let i = 0; i < warmUp + requests; i++) {
      const { query } = queries[i % queries.length]!;
      const started = performance.now();
      await post(`${server.url}/api/v1/search/archives`, token, { query });
      if (i >= warmUp) times.push(performance.now() - started);
    }
    return { latency: latencyOf(times), load: loadavg()[0]! };
  } finally {
    await server.stop();
  }
}

async function untilReplicated({ url }: TestNode, count: number): Promise<void> {
  const wanted = count === 1 ? "yellow" : "green";
  const response = await fetch(`${url}/_cluster/health?wait_for_status=${wanted}&timeout=600s`);
  if (!response.ok) throw new Error(`the cluster did not become ${wanted}`);
  await pause(1_000);
}

/** Of all indices, replicas included. */
async function storedMb({ url }: TestNode): Promise<number> {
  const response = await fetch(`${url}/_stats/store`);
  const { _all } = (await response.json()) as { _all: { total: { store: { size_in_bytes: number } } } };
  return _all.total.store.size_in_bytes / 1e6;
}
