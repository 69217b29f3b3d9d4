/** The tables of clusters. */
import type { ClustersResult, CountTried, Grouped, Standing, TriedStanding } from "../stages/clusters.ts";

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
    "counts in equal parts with each. Tags are left out of the texts that are grouped here. Coherence is the mean NPMI,",
    "over projects, of the ten terms that set each cluster apart, and of the words of its label. All have as many",
    "clusters; chance has the same sizes.",
    ...tables,
    ...countsTable(result),
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

function countsTable({ counts }: ClustersResult): string[] {
  if (counts.length === 0) return [];
  const both = (value: (standing: TriedStanding) => number, { raw, centred }: CountTried) =>
    `${value(raw).toFixed(3)} / ${value(centred).toFixed(3)}`;
  return [
    "",
    "### Other numbers of clusters",
    "",
    "This corpus's projects, k-means alone; on vectors as they are / seen from their mean. Stability is the agreement of",
    "two runs with different seeds.",
    "",
    "| clusters | silhouette | stability | technology tags | share of the largest |",
    "| --- | --- | --- | --- | --- |",
    ...counts.map(
      (each) =>
        `| ${each.clusters} | ${both((s) => s.silhouette, each)} | ${both((s) => s.stability, each)} | ${both((s) => s.agreement, each)} | ${both((s) => s.greatest, each)} |`,
    ),
  ];
}

function cells({ categories, tags, terms, labels }: Standing): string[] {
  return [categories, tags, terms, labels].map((value) => (value === null ? "–" : value.toFixed(3)));
}
