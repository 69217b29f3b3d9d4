/** The bench: chooses a corpus, runs the requested parts, each stage in its own process, and writes the report. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runContest } from "./contest/run-contest.ts";
import { copiedCorpus, copiedProjects } from "./corpus/copies.ts";
import { corporaFolder, settleCorpus } from "./corpus/corpus.ts";
import type { CorpusFiles } from "./corpus/corpus-files.ts";
import { syntheticCorpus } from "./corpus/synthetic.ts";
import { type BenchOptions, type Part, parseOptions } from "./options.ts";
import { runCommand } from "./product/command.ts";
import { compileProduct } from "./product/dist.ts";
import { describeMachine } from "./report/machine.ts";
import { renderMarkdown } from "./report/markdown.ts";
import type { Results } from "./report/results.ts";
import type { AnalysisInput, AnalysisResult } from "./stages/analysis.ts";
import type { ArchiveInput, ArchiveResult } from "./stages/archive.ts";
import type { CategoriesInput, CategoriesResult } from "./stages/categories.ts";
import type { ClustersInput, ClustersResult } from "./stages/clusters.ts";
import type { CollectionInput, CollectionResult } from "./stages/collection.ts";
import type { DemoInput, DemoResult } from "./stages/demo.ts";
import { type ExtractInput, type ExtractResult, extractFiles } from "./stages/extract.ts";
import type { HttpInput, HttpResult } from "./stages/http.ts";
import type { OpenSearchInput, OpenSearchResult } from "./stages/opensearch.ts";
import type { OperateInput, OperateResult } from "./stages/operate.ts";
import type { OperateProjectsInput, OperateProjectsResult } from "./stages/operate-projects.ts";
import type { PeersInput, PeersResult } from "./stages/peers.ts";
import type { ProjectsInput, ProjectsResult } from "./stages/projects.ts";
import type { RecallInput, RecallResult } from "./stages/recall.ts";
import { runStage } from "./stages/stage.ts";
import type { TagsInput, TagsResult } from "./stages/tags.ts";

const note = (text: string) => process.stderr.write(`${text}\n`);

async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if (!options) return 0;
  await compileProduct();
  const corpus = await settleCorpus(options.work, options);
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    command: options.command,
    machine: describeMachine(),
    corpus: { name: corpus.name, whole: corpus.whole, given: corporaFolder() !== null },
    recallWanted: options.recall,
    contests: {},
    collections: {},
    failures: {},
  };
  await runParts(options, corpus, results);
  mkdirSync(options.out, { recursive: true });
  writeFileSync(join(options.out, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
  const markdown = renderMarkdown(results);
  writeFileSync(join(options.out, "RESULTS.md"), markdown);
  process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : `${markdown}\n`);
  return Object.keys(results.failures).length > 0 ? 1 : 0;
}

async function runParts(options: BenchOptions, corpus: CorpusFiles, results: Results): Promise<void> {
  const { work, quick, rounds } = options;
  const data = join(work, "published");
  /** Says which corpus the data directory holds. */
  const published = join(work, "published.txt");
  const wants = (part: Part) => options.parts.has(part);
  const attempt = async (name: string, run: () => Promise<void>) => {
    const started = performance.now();
    try {
      await run();
      note(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      results.failures[name] = error instanceof Error ? error.message : String(error);
      note(`${name} failed: ${results.failures[name]}`);
    }
  };
  const stage = <Input, Output>(name: string, input: Input, seconds: number) =>
    runStage<Output>(name, input, { work, limits: { seconds } });

  if (wants("operate"))
    await attempt("operate", async () => {
      rmSync(published, { force: true });
      const input = { data, work, corpus, changed: 100 };
      results.operate = await stage<OperateInput, OperateResult>("operate", input, 2_400);
      writeFileSync(published, corpus.name);
    });
  if (wants("ladder"))
    await attempt("ladder", async () => {
      results.ladder = [];
      for (const copies of [1, options.copies]) {
        const folder = join(work, `ladder-${copies}`);
        const rung = { data: join(folder, "data"), work: folder };
        mkdirSync(folder, { recursive: true });
        const several = copies === 1 ? corpus : await copiedCorpus(folder, corpus, copies);
        const operate = await stage<OperateInput, OperateResult>(
          "operate",
          { ...rung, corpus: several, changed: 100 },
          20_000,
        );
        const { queries } = options;
        await stage<ExtractInput, ExtractResult>(
          "extract",
          { ...rung, queries, subset: 1, most: 1_000 },
          3_600,
        );
        const archive = await stage<ArchiveInput, ArchiveResult>("archive", { ...rung, rounds }, 3_600);
        results.ladder.push({ operate, archive });
      }
    });
  if (wants("project-ladder"))
    await attempt("ladder of projects", async () => {
      results.projectLadder = [];
      for (const size of [null, ...options.ladderProjects]) {
        const folder = join(work, `project-ladder-${size ?? "once"}`);
        const step = { work: folder, limits: { seconds: 20_000 } };
        mkdirSync(folder, { recursive: true });
        const several =
          size === null ? { ...corpus, archive: [] } : await copiedProjects(folder, corpus, size);
        const input: OperateProjectsInput = { data: join(folder, "data"), corpus: several };
        const operate = await runStage<OperateProjectsResult>("operate-projects", input, step);
        const { data } = input;
        results.projectLadder.push({
          operate,
          projects: await runStage<ProjectsResult>("projects", { data, queries: 40, rounds: 3 }, step),
          analysis: await runStage<AnalysisResult>("analysis", { data, requests: 40, rounds: 2 }, step),
        });
      }
    });
  if (
    wants("contest") ||
    wants("peers") ||
    wants("speed") ||
    wants("http") ||
    wants("opensearch") ||
    wants("quality")
  )
    await attempt("extract", async () => {
      const there = existsSync(published) ? readFileSync(published, "utf8") : "nothing";
      // Results must not be reported under the name of another corpus.
      if (there !== corpus.name)
        throw new Error(`published is ${there}, asked for is ${corpus.name}: run the part "operate" as well`);
      const { queries, subset, chunks } = options;
      const input = { data, work, queries, subset, most: chunks };
      const found = await stage<ExtractInput, ExtractResult>("extract", input, 900);
      note(`  ${found.all} chunks, ${found.subset} in the subset, ${found.withoutVector} without a vector`);
    });
  const extracted = results.failures.extract === undefined;
  if (wants("contest") && extracted)
    for (const size of ["subset", "all"] as const)
      await attempt(`contest, ${size}`, async () => {
        results.contests[size] = await runContest(join(work, extractFiles[size]), {
          name: size,
          options,
          note,
        });
      });
  if (wants("peers") && extracted)
    await attempt("peers", async () => {
      const input = {
        work,
        chunks: join(work, extractFiles.all),
        recall: options.recall,
        rounds,
        seconds: 80,
      };
      results.peers = await stage<PeersInput, PeersResult>("peers", input, 3_600);
    });
  if (wants("speed")) {
    if (extracted)
      await attempt("archive search", async () => {
        results.archive = await stage<ArchiveInput, ArchiveResult>("archive", { data, work, rounds }, 600);
      });
    const measure = (folder: string) =>
      stage<ProjectsInput, ProjectsResult>(
        "projects",
        { data: folder, queries: quick ? 40 : 150, rounds },
        900,
      );
    if (extracted)
      await attempt("project search", async () => {
        results.projects = await measure(data);
      });
    const analyse = (folder: string) =>
      stage<AnalysisInput, AnalysisResult>(
        "analysis",
        { data: folder, requests: quick ? 40 : 200, rounds },
        900,
      );
    if (extracted)
      await attempt("analysis", async () => {
        results.analysis = await analyse(data);
      });
    await attempt("project search and analysis, many", async () => {
      const many = await publishManyProjects(options);
      results.manyProjects = await measure(many);
      results.manyAnalysis = await analyse(many);
    });
  }
  if (wants("http") && extracted)
    await attempt("http", async () => {
      const input = { data, work, clients: 16, requests: options.requests };
      results.http = await stage<HttpInput, HttpResult>("http", input, 600);
    });
  if (wants("opensearch") && extracted)
    await attempt("opensearch", async () => {
      const input = { data, work, sizes: [1, 2, 3], requests: quick ? 100 : 500 };
      results.opensearch = await stage<OpenSearchInput, OpenSearchResult>("opensearch", input, 14_400);
    });
  if (wants("quality")) {
    if (extracted)
      await attempt("recall", async () => {
        results.recall = await stage<RecallInput, RecallResult>("recall", { data, work }, 900);
      });
    await attempt("demo", async () => {
      results.demo = await stage<DemoInput, DemoResult>("demo", { data: join(work, "demo") }, 600);
    });
    await attempt("clusters", async () => {
      const folders = { data: extracted ? data : null, demo: results.demo ? join(work, "demo") : null };
      results.clusters = await stage<ClustersInput, ClustersResult>("clusters", { work, ...folders }, 900);
    });
    if (results.demo)
      await attempt("categories", async () => {
        const input = { demo: join(work, "demo"), data: extracted ? data : null };
        results.categories = await stage<CategoriesInput, CategoriesResult>("categories", input, 600);
      });
    await attempt("tags", async () => {
      results.tags = await stage<TagsInput, TagsResult>("tags", { data: extracted ? data : null }, 600);
    });
    for (const name of judgedCollections())
      await attempt(name, async () => {
        const input = { name, folder: join(corporaFolder()!, "ir", name), data: join(work, name), work };
        results.collections[name] = await stage<CollectionInput, CollectionResult>("collection", input, 600);
      });
  }
}

/** Names of the judged collections in the given corpora. */
function judgedCollections(): string[] {
  const folder = join(corporaFolder() ?? "", "ir");
  if (corporaFolder() === null || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "qrels.tsv")))
    .sort();
}

/** A data directory of synthetic projects only; kept from one run to the next. */
async function publishManyProjects({ work, manyProjects }: BenchOptions): Promise<string> {
  const data = join(work, `projects-${manyProjects}`);
  const corpus = syntheticCorpus(work, { documents: 0, projects: manyProjects });
  const command = { data, limitSeconds: 900, tolerated: [1] };
  await runCommand(["import", "projects", ...corpus.projects], command);
  await runCommand(["publish"], command);
  return data;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
