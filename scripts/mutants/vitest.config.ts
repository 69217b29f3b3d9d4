/** vitest as `npm run mutants` uses it: one process for all test files, the mutated sources in place of the files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import type { TestSpecification } from "vitest/node";
import { PLAN_VARIABLE, type Plan } from "./plan.ts";

const plan: Plan = JSON.parse(readFileSync(process.env[PLAN_VARIABLE] as string, "utf8"));

class PlannedOrder {
  shard = (files: TestSpecification[]) => files;
  sort = (files: TestSpecification[]) =>
    files.toSorted((a, b) => plan.tests.indexOf(a.moduleId) - plan.tests.indexOf(b.moduleId));
}

/** Property tests run often enough to find rare faults; most mutants fail quickly. */
const shortened = (code: string) =>
  code.replace(/\bnumRuns: ([\d_]+)/g, (_, runs: string) => `numRuns: Math.min(${runs}, ${plan.runs})`);

export default defineConfig({
  root: join(import.meta.dirname, "..", ".."),
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      load: (id) => plan.sources[id],
      transform: (code, id) => (plan.tests.includes(id) ? shortened(code) : undefined),
    },
  ],
  test: {
    include: plan.tests,
    runner: join(import.meta.dirname, "runner.ts"),
    pool: "forks",
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: PlannedOrder as never },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["dot"],
  },
});
