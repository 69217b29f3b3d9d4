/** `npm run mutants -- PATH`: mutation tests; see `USAGE` in `arguments.ts`. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { type Options, readArguments, USAGE, UsageError } from "./arguments.ts";
import { findMutants, type Mutant } from "./find-mutants.ts";
import { instrument } from "./instrument.ts";
import type { Plan } from "./plan.ts";
import { dependentsOf, orderTests } from "./related-tests.ts";
import { interruptedText, reachedOf, scoreOf, summaryText, survivorText } from "./report.ts";
import { sample } from "./sample.ts";
import { runPlan } from "./session.ts";
import { filesUnder, isMutable } from "./source-files.ts";

const root = resolve(import.meta.dirname, "..", "..");
const say = (line: string) => process.stdout.write(`${line}\n`);

function mutantsOf(paths: readonly string[]): Mutant[] {
  const mutants: Mutant[] = [];
  for (const path of paths) {
    const source = readFileSync(path, "utf8");
    for (const mutant of findMutants({ path: relative(root, path), source, firstId: mutants.length }))
      mutants.push(mutant);
  }
  return mutants;
}

function instrumentedSources(mutants: readonly Mutant[]): Record<string, string> {
  const sources: Record<string, string> = {};
  for (const path of new Set(mutants.map((mutant) => mutant.path))) {
    const absolute = resolve(root, path);
    const own = mutants.filter((mutant) => mutant.path === path);
    sources[absolute] = instrument({ path, source: readFileSync(absolute, "utf8"), mutants: own });
  }
  return sources;
}

async function run(options: Options): Promise<number> {
  const paths = options.paths.flatMap((path) => filesUnder(resolve(root, path))).filter(isMutable);
  const all = mutantsOf(paths);
  const mutants = options.sample === undefined ? all : sample(all, options.sample, options.seed);
  const directory = mkdtempSync(join(tmpdir(), "priorart-mutants-"));
  try {
    const sources = instrumentedSources(mutants);
    const modules = [join(root, "src"), ...options.paths.map((path) => resolve(root, path))]
      .flatMap(filesUnder)
      .filter((path) => path.endsWith(".ts"));
    const dependents = dependentsOf(Object.keys(sources), [...new Set(modules)]);
    const within = (paths: readonly string[]) => paths.map((path) => resolve(root, path));
    const tests = orderTests(dependents, { mutated: within(options.paths), tests: within(options.tests) });
    const sampled = mutants.length < all.length ? `, sampled from ${all.length} (seed ${options.seed})` : "";
    say(`${mutants.length} mutants${sampled} in ${paths.length} files; ${tests.length} test files`);
    const plan: Plan = {
      sources,
      tests,
      dependents: [...dependents.keys()],
      mutants: mutants.map(({ id }) => ({ id })),
      progressFile: join(directory, "progress.jsonl"),
      timeout: options.timeout,
      seed: options.seed,
      runs: options.runs,
    };
    const { progress, interrupted } = await runPlan(root, directory, plan);
    const failed = progress.filter((step) => step.type === "file" && step.failure !== undefined);
    for (const step of failed) say(`left out, since it fails without a mutant: ${relative(root, step.test)}`);
    const counted = interrupted ? reachedOf(mutants, progress) : mutants;
    const score = scoreOf(counted, progress);
    if (options.list)
      for (const mutant of score.survivors)
        say(survivorText(mutant, readFileSync(resolve(root, mutant.path), "utf8")));
    const ended = progress.filter(({ type }) => type === "file-ended").length;
    if (interrupted)
      say(interruptedText({ ended, all: tests.length }, { reached: counted.length, all: mutants.length }));
    say(summaryText(score));
    return interrupted || failed.length > 0 || score.score < options.atLeast ? 1 : 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await run(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${USAGE}\n`);
  process.exitCode = 2;
}
