/** The report as Markdown. */
import { type ContenderKey, contenderKeys } from "../contest/contenders/all.ts";
import type { Latency } from "../measure/latency.ts";
import { budgetLines } from "./budgets.ts";
import { categoriesPart } from "./categories.ts";
import { clustersPart } from "./clusters.ts";
import { ladderPart, projectLadderPart } from "./ladder.ts";
import { openSearchPart } from "./opensearch.ts";
import { peersPart } from "./peers.ts";
import { relevancePart } from "./relevance.ts";
import type { Contest, Results } from "./results.ts";
import { table } from "./table.ts";
import { tagsPart } from "./tags.ts";

export function renderMarkdown(results: Results): string {
  const { machine, corpus } = results;
  return [
    "# Benchmark results",
    "",
    `${results.date}, \`${results.command}\`. Corpus: ${corpus.name}.`,
    ...(corpus.whole
      ? []
      : ["", "A trial: not the whole corpus, so the budgets are not judged by these numbers."]),
    "",
    `Machine: ${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}.`,
    ...holdings(results),
    "",
    "## Budgets",
    "",
    ...table(
      ["", "budget", "measured", "met"],
      budgetLines(results).map(({ what, budget, measured, met }) => [
        what,
        budget,
        measured ?? "not measured in this run",
        met === null ? "" : met ? "yes" : "**no**",
      ]),
    ),
    ...contestPart("Side by side: every contender", results.contests.subset, results),
    ...contestPart("Side by side: every chunk", results.contests.all, results),
    ...peersPart(results.peers),
    ...ladderPart(results.ladder),
    ...openSearchPart(results.opensearch),
    ...projectLadderPart(results.projectLadder),
    ...relevancePart(results),
    ...analysisPart(results),
    ...clustersPart(results.clusters),
    ...categoriesPart(results.categories),
    ...tagsPart(results.tags),
    ...details(results),
    ...failures(results),
    "",
  ].join("\n");
}

function holdings({ operate }: Results): string[] {
  if (!operate) return [];
  const { projects, documents, chunks } = operate.holdings;
  return ["", `Published: ${projects} projects, ${documents} documents, ${chunks} chunks.`];
}

function contestPart(title: string, contest: Contest | undefined, { recallWanted }: Results): string[] {
  if (!contest) return [];
  const ours = contest.standings["prior-art"];
  const present = contenderKeys.filter((key) => contest.standings[key]);
  const rows = present.map((key) => {
    const { name, text, vector, fused } = contest.standings[key]!;
    return [
      name,
      timed(text.latency, ours?.text.latency),
      text.agreement.toFixed(3),
      timed(vector?.latency, ours?.vector?.latency),
      vector ? `${vector.recall.toFixed(3)}${vector.reached ? "" : " (cannot reach it)"}` : "–",
      timed(fused?.latency, ours?.fused?.latency),
    ];
  });
  return [
    "",
    `## ${title} (${contest.chunks} chunks)`,
    "",
    `Top 10, ${contest.queries} seeded queries of 3 to 6 words, one interleaved run in rotated order after a warm-up.`,
    "Everyone gets the same index terms, floats and queries, answers in this process, and ranks text by BM25 with",
    `k1 = 1.2, b = 0.75. Vector searches are at their fastest setting that reaches recall@10 of ${recallWanted}.`,
    "Milliseconds: p50 / p95 / p99 (ratio to ours at p50).",
    "",
    ...table(["", "text", "agreement with exact BM25", "vector", "recall@10", "fused"], rows),
    "",
    ...table(
      ["", "build", "peak memory of the build", "on disk", "opened in", "memory while serving", "setting"],
      present.map((key) => costRow(key, contest)),
    ),
    ...Object.entries(contest.leftOut).map(([key, why]) => `\nNot at this size: ${key} (${why}).`),
    ...Object.entries(contest.failures).map(([key, why]) => `\nFailed: ${key} (${firstLine(why)}).`),
  ];
}

function costRow(key: ContenderKey, { standings, costs }: Contest): string[] {
  const { name, version, setup, vector } = standings[key]!;
  const cost = costs[key];
  const mb = (value: number | undefined) => (value === undefined ? "–" : `${Math.round(value)} MB`);
  return [
    name,
    cost ? `${cost.seconds.toFixed(1)} s` : "–",
    mb(cost?.peakMemory),
    cost?.disk ? mb(cost.disk) : "–",
    cost?.secondsToOpen === undefined ? "–" : `${cost.secondsToOpen.toFixed(1)} s`,
    mb(cost?.memory),
    `${version}; ${setup}${vector ? `; ${vector.setting}` : ""}`,
  ];
}

function analysisPart({ analysis, manyAnalysis }: Results): string[] {
  const found = [analysis, manyAnalysis].filter((each) => each !== undefined);
  return found.flatMap(({ projects, operations, cohorts, buckets }) => [
    "",
    `## Analysis (${projects} projects)`,
    "",
    `In process, all dimensions, the most buckets and examples. Random cohorts: ${cohorts.count} per operation, of`,
    `${cohorts.median} projects in the median, ${cohorts.empty} of them empty. Milliseconds: p50 / p95 / p99.`,
    `Buckets shown of the whole corpus: ${Object.entries(buckets)
      .map(([dimension, count]) => `${dimension} ${count}`)
      .join(", ")}.`,
    "",
    ...table(
      ["", "random cohorts", "everything"],
      Object.entries(operations).map(([id, { random, whole }]) => [id, timed(random), timed(whole)]),
    ),
  ]);
}

function details(results: Results): string[] {
  const { operate, archive, projects, manyProjects, http, recall } = results;
  const lines: string[] = [];
  if (operate) {
    const { importProjects, importArchive, publish, disk, republish, server } = operate;
    const steps = { "import projects": importProjects, "import archive": importArchive, publish };
    for (const [name, step] of Object.entries(steps))
      if (step)
        lines.push(`${name}: ${step.seconds.toFixed(1)} s, peak ${Math.round(step.peakMemory ?? 0)} MB`);
    lines.push(`on disk: catalog ${Math.round(disk.catalog)} MB, snapshot ${Math.round(disk.snapshot)} MB`);
    lines.push(
      `${republish.changed} changed documents: imported in ${republish.importSeconds.toFixed(1)} s, published in ${republish.seconds.toFixed(1)} s`,
    );
    lines.push(`a new snapshot answers ${server.secondsToSwap.toFixed(1)} s after its publish has ended`);
  }
  if (archive)
    lines.push(`archive search: ${timed(archive.latency)} ms, ${archive.results.toFixed(1)} results a query`);
  for (const each of [projects, manyProjects])
    if (each)
      lines.push(
        `project search, ${each.projects} projects: ${timed(each.latency)} ms; browsing with facets ${timed(each.browsing)} ms`,
      );
  if (http) lines.push(`HTTP: ${http.requests} requests, ${http.failed} failed, p50 ${http.p50} ms`);
  if (recall)
    lines.push(
      `recall: ${recall.candidates} candidates rescored; the worst query has ${recall.least.toFixed(2)}`,
    );
  if (lines.length === 0) return [];
  return ["", "## Details", "", ...lines.map((line) => `* ${line}`)];
}

function failures({ failures }: Results): string[] {
  const entries = Object.entries(failures);
  if (entries.length === 0) return [];
  return ["", "## Failed", "", ...entries.map(([stage, why]) => `* ${stage}: ${firstLine(why)}`)];
}

function timed(latency: Latency | undefined, ours?: Latency): string {
  if (!latency) return "–";
  const digits = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  const times = [latency.p50, latency.p95, latency.p99].map(digits).join(" / ");
  return ours && ours !== latency ? `${times} (×${(latency.p50 / ours.p50).toFixed(1)})` : times;
}

const firstLine = (text: string) =>
  text.split("\n").find((line) => /error/i.test(line)) ?? text.split("\n")[0]!;
