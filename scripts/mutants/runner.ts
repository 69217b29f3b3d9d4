/**
 * A vitest runner that, after a test file has passed, runs it again for each mutant it covers: in the same process,
 * with the dependents of the mutated files evaluated again and only the tests that reach the mutant.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { type File, type Suite, startTests, type Task, type Test } from "@vitest/runner";
import fc from "fast-check";
import { TestRunner } from "vitest";
import { activate, collectInto, isOverdue } from "./active-mutant.ts";
import { type Outcome, PLAN_VARIABLE, type Plan, type Progress } from "./plan.ts";

/** Kept, since tests may replace the clock and the timers. */
const { now } = performance;
const clock = () => now.call(performance);
const { setTimeout, clearTimeout } = globalThis;

interface ModuleNode {
  file: string;
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
  importers: Set<string>;
}
interface WorkerState {
  evaluatedModules: { fileToModulesMap: Map<string, Set<ModuleNode>> };
  current: unknown;
}

const plan: Plan = JSON.parse(readFileSync(process.env[PLAN_VARIABLE] as string, "utf8"));

function readProgress(): Progress[] {
  const lines = readFileSync(plan.progressFile, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

function report(progress: Progress): void {
  appendFileSync(plan.progressFile, `${JSON.stringify(progress)}\n`);
}

const alive = new Set(plan.mutants.map(({ id }) => id));
const done = new Set<string>();
const key = (test: string, id: number) => `${id} ${test}`;
for (const progress of readProgress()) {
  if (progress.type !== "ended") continue;
  done.add(key(progress.test, progress.id));
  if (progress.outcome !== "survived") alive.delete(progress.id);
}

let stray = false;
for (const event of ["uncaughtException", "unhandledRejection"])
  process.on(event, () => {
    stray = true;
  });

/** `hung`: the run is still in progress, in timers or promises. */
interface Result {
  outcome: Outcome;
  hung?: boolean;
}

const nothing = async () => undefined;
const failureOf = (file: File): string | undefined => {
  const pending: Task[] = [file];
  for (const task of pending) {
    if (task.result?.state === "fail") {
      const below = "tasks" in task ? task.tasks.find(({ result }) => result?.state === "fail") : undefined;
      if (!below) return task.name;
    }
    if ("tasks" in task) pending.push(...task.tasks);
  }
  return undefined;
};

export default class MutantRunner extends TestRunner {
  /** Ids reached outside of tests: while modules load, or in hooks around several tests. */
  #everywhere = new Set<number>();
  #byTest = new Map<string, Set<number>>();
  #failed = false;
  #started = 0;
  /** Whether a set of tests passes without the others of its file; see `#tests`. */
  #standsAlone = new Map<string, boolean>();

  #state(): WorkerState {
    return (this as unknown as { workerState: WorkerState }).workerState;
  }

  #reset(test: string): void {
    const modules = this.#state().evaluatedModules.fileToModulesMap;
    for (const path of [test, ...plan.dependents])
      for (const node of modules.get(path) ?? []) {
        node.promise = undefined;
        node.exports = undefined;
        node.evaluated = false;
        node.importers.clear();
      }
  }

  async onBeforeCollect(paths: string[]): Promise<void> {
    fc.configureGlobal({
      ...fc.readConfigureGlobal(),
      endOnFailure: true,
      seed: plan.seed,
      numRuns: plan.runs,
    });
    this.#everywhere = new Set();
    this.#byTest = new Map();
    this.#standsAlone = new Map();
    this.#reset(paths[0] as string);
    collectInto(this.#everywhere);
    this.#started = clock();
  }

  override onBeforeTryTask(test: Test): void {
    super.onBeforeTryTask(test);
    const ids = this.#byTest.get(test.id) ?? new Set();
    this.#byTest.set(test.id, ids);
    collectInto(ids);
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test);
    collectInto(this.#everywhere);
    if (test.result?.state === "fail") this.#failed = true;
  }

  override async onAfterRunFiles(files?: File[]): Promise<void> {
    super.onAfterRunFiles();
    const [file] = files as File[];
    if (file) await this.#tryMutants(file, clock() - this.#started);
    collectInto(undefined);
  }

  async #tryMutants(file: File, duration: number): Promise<void> {
    const test = file.filepath;
    collectInto(undefined);
    const failure = failureOf(file);
    report({ type: "file", test, failure });
    if (failure === undefined) {
      const covered = new Set([
        ...this.#everywhere,
        ...[...this.#byTest.values()].flatMap((ids) => [...ids]),
      ]);
      const ids = [...covered]
        .filter((id) => alive.has(id) && !done.has(key(test, id)))
        .sort((a, b) => a - b);
      report({ type: "covered", test, ids });
      const limit = plan.timeout + 3 * duration;
      for (const id of ids) {
        report({ type: "started", test, id, limit });
        const { outcome, hung } = await this.#tryMutant(test, id, limit);
        report({ type: "ended", test, id, outcome });
        if (outcome !== "survived") alive.delete(id);
        // Anything that the mutant left running would disturb the next one.
        if (hung) process.kill(process.pid, "SIGKILL");
      }
    }
    report({ type: "file-ended", test });
  }

  async #tryMutant(test: string, id: number, limit: number): Promise<Result> {
    const tests = await this.#tests(test, id, limit);
    return this.#runAgain(test, { id, tests, limit });
  }

  /** The tests that reach a mutant, or undefined for all: also where they fail without those before them. */
  async #tests(test: string, id: number, limit: number): Promise<string[] | undefined> {
    if (this.#everywhere.has(id)) return undefined;
    const tests = [...this.#byTest].filter(([, ids]) => ids.has(id)).map(([name]) => name);
    if (tests.length === this.#byTest.size) return undefined;
    const name = tests.join(" ");
    if (!this.#standsAlone.has(name)) {
      const { outcome } = await this.#runAgain(test, { id: undefined, tests, limit });
      this.#standsAlone.set(name, outcome === "survived");
    }
    return this.#standsAlone.get(name) ? tests : undefined;
  }

  async #runAgain(
    test: string,
    { id, tests, limit }: { id: number | undefined; tests: string[] | undefined; limit: number },
  ): Promise<Result> {
    this.#reset(test);
    this.#failed = false;
    stray = false;
    activate(id, clock() + limit);
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<"overdue">((resolve) => {
      timer = setTimeout(resolve, 2 * limit, "overdue");
    });
    try {
      const files = await Promise.race([this.#rerun(test, tests), overdue]);
      if (files === "overdue") return { outcome: "timeout", hung: true };
      if (isOverdue()) return { outcome: "timeout" };
      return { outcome: stray || failureOf(files[0] as File) !== undefined ? "killed" : "survived" };
    } finally {
      clearTimeout(timer);
      activate(undefined, Number.POSITIVE_INFINITY);
    }
  }

  /** Runs the file once more, with nothing reported to vitest; after a failure the other tests are skipped. */
  #rerun(test: string, tests: string[] | undefined): Promise<File[]> {
    const again = Object.create(this, {
      onBeforeCollect: { value: nothing },
      onCollectStart: { value: (file: File) => Object.assign(this.#state(), { current: file }) },
      onCollected: { value: nothing },
      onBeforeRunFiles: { value: nothing },
      onBeforeTryTask: { value: (task: Test) => super.onBeforeTryTask(task) },
      onBeforeRunTask: {
        value: async (task: Test) => {
          if (this.#failed) task.mode = "skip";
          await super.onBeforeRunTask(task);
        },
      },
      onAfterRunTask: {
        value: (task: Test) => {
          if (task.result?.state === "fail") this.#failed = true;
        },
      },
      onAfterRunSuite: { value: (suite: Suite) => Object.assign(this.#state(), { current: suite.suite }) },
      onAfterRunFiles: { value: nothing },
      onTaskUpdate: { value: nothing },
      onTestAnnotate: { value: nothing },
      onTestArtifactRecord: { value: nothing },
      cancel: { value: undefined, writable: true },
    });
    return startTests([tests ? { filepath: test, testIds: tests } : { filepath: test }] as never, again);
  }
}
