/** The budgets, what was measured for each, and whether it was met. */
import type { CategoryAgreement } from "../quality/category-agreement.ts";
import type { AnalysisResult } from "../stages/analysis.ts";
import type { Contest, Results } from "./results.ts";

export interface BudgetLine {
  what: string;
  budget: string;
  /** Null: not measured in this run. */
  measured: string | null;
  met: boolean | null;
}

const s = (seconds: number) => `${seconds.toFixed(1)} s`;
const ms = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 1)} ms`;
const mb = (megabytes: number | null | undefined) =>
  megabytes == null ? "unknown" : `${Math.round(megabytes)} MB`;

/** Whether budgets were met is reported only for the complete real corpora, for which they were set. */
export function budgetLines(results: Results): BudgetLine[] {
  const { whole, given } = results.corpus;
  const lines = [
    ...operatorLines(results),
    ...searchLines(results),
    ...analysisLines(results),
    ...contestLines(results),
    ...qualityLines(results),
    ...categoryLines(results),
  ];
  return whole && given ? lines : lines.map((each) => ({ ...each, met: null }));
}

function line(
  { what, budget }: Pick<BudgetLine, "what" | "budget">,
  values: readonly (number | null | undefined)[],
  judged: { show: () => string; met: () => boolean },
): BudgetLine {
  if (values.some((value) => value == null)) return { what, budget, measured: null, met: null };
  return { what, budget, measured: judged.show(), met: judged.met() };
}

function operatorLines({ operate }: Results): BudgetLine[] {
  const imports = [operate?.importProjects, operate?.importArchive];
  const total = operate && imports.reduce((sum, step) => sum + (step?.seconds ?? 0), operate.publish.seconds);
  const peaks = [...imports, operate?.publish].map((step) => step?.peakMemory ?? 0);
  const peak = operate && Math.max(...peaks);
  const server = operate?.server;
  return [
    line({ what: "import everything, full publish", budget: "≤ 5 min, peak ≤ 3 GB" }, [total, peak], {
      show: () => `${s(total!)}, peak ${mb(peak)}`,
      met: () => total! <= 300 && peak! <= 3_000,
    }),
    line({ what: "publish after 100 changed documents", budget: "≤ 10 s" }, [operate?.republish.seconds], {
      show: () => s(operate!.republish.seconds),
      met: () => operate!.republish.seconds <= 10,
    }),
    line({ what: "server from cold to ready", budget: "≤ 3 s" }, [server?.secondsToReady], {
      show: () => s(server!.secondsToReady),
      met: () => server!.secondsToReady <= 3,
    }),
    line(
      { what: "server memory; during a swap", budget: "≤ 1 GB; ≤ 1.8 GB" },
      [server?.memory, server?.memoryInSwap],
      {
        show: () => `${mb(server!.memory)}; ${mb(server!.memoryInSwap)}`,
        met: () => server!.memory! <= 1_000 && server!.memoryInSwap! <= 1_800,
      },
    ),
    line(
      { what: "requests dropped while a snapshot is swapped", budget: "0" },
      [server?.requestsFailedInSwap],
      {
        show: () => `${server!.requestsFailedInSwap} of ${server!.requestsInSwap}`,
        met: () => server!.requestsFailedInSwap === 0,
      },
    ),
  ];
}

function searchLines({ archive, projects, manyProjects, http }: Results): BudgetLine[] {
  return [
    line(
      { what: "archive search in process, fused, with snippets", budget: "p50 ≤ 3 ms, p95 ≤ 8 ms" },
      [archive?.latency.p50],
      {
        show: () => `p50 ${ms(archive!.latency.p50)}, p95 ${ms(archive!.latency.p95)}`,
        met: () => archive!.latency.p50 <= 3 && archive!.latency.p95 <= 8,
      },
    ),
    line(
      { what: "project search in process, fused, all facets, given corpus", budget: "p50 ≤ 2 ms" },
      [projects?.latency.p50],
      {
        show: () => `p50 ${ms(projects!.latency.p50)} at ${projects!.projects} projects`,
        met: () => projects!.latency.p50 <= 2,
      },
    ),
    line(
      { what: "the same on synthetic projects", budget: "p50 ≤ 15 ms at 100,000" },
      [manyProjects?.latency.p50],
      {
        show: () => `p50 ${ms(manyProjects!.latency.p50)} at ${manyProjects!.projects} projects`,
        met: () => manyProjects!.latency.p50 <= 15 && manyProjects!.projects >= 100_000,
      },
    ),
    line(
      { what: "archive search over HTTP, 16 clients, limits off", budget: "≥ 300 requests/s, p99 ≤ 60 ms" },
      [http?.p99],
      {
        show: () => `${Math.round(http!.requestsPerSecond)} requests/s, p99 ${http!.p99} ms`,
        met: () => http!.requestsPerSecond >= 300 && http!.p99 <= 60 && http!.failed === 0,
      },
    ),
  ];
}

/** The highest p50 of the seven operations, over random cohorts and over everything. */
function slowest({ operations }: AnalysisResult): number {
  return Math.max(...Object.values(operations).flatMap(({ random, whole }) => [random.p50, whole.p50]));
}

function analysisLines({ analysis, manyAnalysis }: Results): BudgetLine[] {
  const operations = (result: AnalysisResult) => Object.keys(result.operations).length;
  const show = (result: AnalysisResult) =>
    `p50 ${ms(slowest(result))} at ${result.projects} projects, ${operations(result)} operations`;
  const complete = (result: AnalysisResult) => operations(result) === 7;
  return [
    line(
      {
        what: "analysis in process, all dimensions, the slowest operation, given corpus",
        budget: "p50 ≤ 1 ms",
      },
      [analysis && slowest(analysis)],
      { show: () => show(analysis!), met: () => complete(analysis!) && slowest(analysis!) <= 1 },
    ),
    line(
      { what: "the same on synthetic projects", budget: "p50 ≤ 10 ms at 100,000" },
      [manyAnalysis && slowest(manyAnalysis)],
      {
        show: () => show(manyAnalysis!),
        met: () =>
          complete(manyAnalysis!) && slowest(manyAnalysis!) <= 10 && manyAnalysis!.projects >= 100_000,
      },
    ),
  ];
}

const kinds = ["text", "vector", "fused"] as const;

function contestLines({ contests }: Results): BudgetLine[] {
  return (["subset", "all"] as const).flatMap((size): BudgetLine[] => {
    const contest = contests[size];
    const what = `against every alternative, ${size === "all" ? "every chunk" : "subset"}`;
    if (!contest?.standings["prior-art"])
      return [{ what, budget: "faster at p50, equal recall", measured: null, met: null }];
    return kinds.map((kind) => {
      const ratios = ratiosToOurs(contest, kind);
      const closest = Math.min(...ratios);
      return {
        what: `${what} (${contest.chunks}), ${kind}`,
        budget: "faster at p50, equal recall",
        measured:
          ratios.length > 0
            ? `the closest takes ${closest.toFixed(1)} times as long`
            : "no one to compare with",
        met: ratios.length > 0 ? closest > 1 : null,
      };
    });
  });
}

/** Median times of the others relative to ours (1); contenders that miss the recall are omitted. */
function ratiosToOurs({ standings }: Contest, kind: (typeof kinds)[number]): number[] {
  const ours = standings["prior-art"]![kind]!.latency.p50;
  return Object.entries(standings).flatMap(([key, standing]) => {
    const latency = standing[kind]?.latency;
    const unequal = kind !== "text" && standing.vector?.reached === false;
    return key === "prior-art" || !latency || unequal ? [] : [latency.p50 / ours];
  });
}

/** Each must be met in both splits of the demo into training and test projects. */
function categoryLines({ categories }: Results): BudgetLine[] {
  const both = categories && [categories.tenths, categories.hackathons];
  const least = (of: (each: CategoryAgreement) => number) => both && Math.min(...both.map(of));
  const [top1, either] = [least((each) => each.top1), least((each) => each.either)];
  const apart = least(({ byConfidence: { high, low } }) => high.top1 - low.top1);
  return [
    line({ what: "categories of the demo, cross-validated, main category", budget: "≥ 0.75" }, [top1], {
      show: () => top1!.toFixed(3),
      met: () => top1! >= 0.75,
    }),
    line({ what: "the same, one of the two", budget: "≥ 0.88" }, [either], {
      show: () => either!.toFixed(3),
      met: () => either! >= 0.88,
    }),
    line({ what: "the same, accuracy of high above low", budget: "> 0" }, [apart], {
      show: () => `by ${apart!.toFixed(3)}`,
      met: () => apart! > 0,
    }),
  ];
}

/** Collection → least nDCG@10 of the product. */
const relevanceBudgets = { cranfield: 0.43, cisi: 0.42 };

function qualityLines({ collections, recall }: Results): BudgetLine[] {
  return [
    line({ what: "vector recall@10 against a full float scan", budget: "≥ 0.98" }, [recall?.recall], {
      show: () => `${recall!.recall.toFixed(4)} over ${recall!.queries} queries, ${recall!.chunks} chunks`,
      met: () => recall!.recall >= 0.98,
    }),
    ...Object.entries(relevanceBudgets).map(([name, least]) => {
      const ndcg = collections[name]?.channels.fused.ndcg;
      return line({ what: `nDCG@10 of ${name}`, budget: `≥ ${least}` }, [ndcg], {
        show: () => ndcg!.toFixed(4),
        met: () => ndcg! >= least,
      });
    }),
  ];
}
