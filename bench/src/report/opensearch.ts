/** Archive search with the archive in OpenSearch. */
import type { OpenSearchResult } from "../stages/opensearch.ts";
import { table } from "./table.ts";

export function openSearchPart(result: OpenSearchResult | undefined): string[] {
  if (!result) return [];
  const { local, clusters, chunks } = result;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const rows = [
    [
      "the snapshot's own segments",
      ms(local.latency.p50),
      ms(local.latency.p95),
      "–",
      "–",
      "–",
      local.load.toFixed(1),
    ],
    ...clusters.map(({ nodes, latency, publishSeconds, storeMb, recall, load }) => [
      `OpenSearch, ${nodes} ${nodes === 1 ? "node" : "nodes"}`,
      ms(latency.p50),
      ms(latency.p95),
      `${publishSeconds.toFixed(0)} s`,
      `${storeMb.toFixed(0)} MB`,
      recall.toFixed(3),
      load.toFixed(1),
    ]),
  ];
  return [
    "",
    `## The archive in OpenSearch (${chunks} passages)`,
    "",
    "Archive search over HTTP, one request after another; nodes of OpenSearch 2.19.1 with 512 MB of heap on the machine that",
    "also serves and asks, one shard, one replica from two nodes on.",
    "",
    ...table(["archive in", "p50", "p95", "full publish", "store", "recall@10", "load average"], rows),
  ];
}
