/** The tables of clusters. */
import type { ClustersResult, Grouped, Standing } from "../stages/clusters.ts";

export function clustersPart(result: ClustersResult | undefined): string[] {
  if (!result) return [];
  const tables = [
    ...(result.demo ? groupedTable("the demo's projects", result.demo) : []),
    ...(result.corpus ? groupedTable("this corpus's projects", result.corpus) : []),
  ];
  if (tables.length === 0) return [];
  return [
    "",
    "## Clusters",
    "",
    "Agreement is normalised mutual information: with categories given by hand (35 in the demo, so that fewer",
    "clusters cannot reach 1), and with tags of technologies that 20 projects or more have; a project with several tags",
    "counts in equal parts with each. Coherence is the mean NPMI, over whole projects, of the ten terms that set each",
    "cluster apart, and of the words of its label. All have as many clusters; chance has the same sizes.",
    ...tables,
  ];
}

function groupedTable(what: string, { projects, clusters, seconds, ours, tfIdf, chance }: Grouped): string[] {
  const row = (name: string, standing: Standing) => `| ${[name, ...cells(standing)].join(" | ")} |`;
  return [
    "",
    `### ${clusters} clusters of ${what} (${projects}; made and described in ${seconds.toFixed(1)} s)`,
    "",
    "| | categories | technology tags | coherence of terms | coherence of labels |",
    "| --- | --- | --- | --- | --- |",
    row("Prior Art", ours),
    row("k-means on raw tf-idf", tfIdf),
    row("chance", chance),
  ];
}

function cells({ categories, tags, terms, labels }: Standing): string[] {
  return [categories, tags, terms, labels].map((value) => (value === null ? "–" : value.toFixed(3)));
}
