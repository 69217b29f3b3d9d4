import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A server, a thread or another process takes its time on a busy machine. */
const waits = { poll: { timeout: 30_000, interval: 20 } };

/** Threads start from a bundle of their entry. */
const alias = [
  {
    find: /^.*\/threads\/thread-file\.ts$/,
    replacement: fileURLToPath(new URL("scripts/bundled-thread-file.ts", import.meta.url)),
  },
];

/** Files of a worker share loaded modules: what a module keeps must not depend on the file that loaded it. */
const shared = { isolate: false };

/** Files of minutes, the longest first: one that began last would run alone. */
const longest = ["opensearch/kill-node", "opensearch/quality", "fault/several-servers", "opensearch/shared-"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((path) => moduleId.includes(`/test/${path}`));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Tests that mostly wait, for other processes and for limits to end, run after all others, one more at a time. */
const waiting = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

const project = (name: string, include: string, { isolate = true, ...options } = {}) => ({
  resolve: { alias },
  test: {
    name,
    include: [include],
    isolate,
    ...options,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: waits,
  },
});

const unit = project("unit", "{src,bin,packages,scripts,web/src,test/install}/**/*.test.ts", shared);
/** The unit tests of stores, once more over PostgreSQL. */
const stores = project(
  "postgres",
  "src/{accounts,catalog,copy-state,guides,inbox,members,saved,sync,database/postgres}/**/*.test.ts",
  shared,
);
const overPostgres = {
  ...stores,
  test: {
    ...stores.test,
    include: [...stores.test.include, "src/ingest/import-holder.test.ts"],
    // What one server counts in its memory has nothing to do with the database.
    exclude: [
      "src/accounts/rate-limits/{window-store,minute-counter,concurrency-limiter,rate-limits}.test.ts",
    ],
    env: { VITEST_DIALECT: "postgres" },
    globalSetup: ["src/database/postgres-setup.case.ts"],
  },
};

const opensearch = project("opensearch", "test/opensearch/**/*.test.ts", waiting);
const overOpenSearch = {
  ...opensearch,
  test: { ...opensearch.test, globalSetup: ["test/opensearch/setup.ts"] },
};

export default defineConfig({
  test: {
    // By default vitest leaves one core unused, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    globalSetup: ["test/acceptance/harness/fixtures.setup.ts"],
    projects: [
      {
        ...unit,
        test: {
          ...unit.test,
          exclude: ["src/{copy-state,database/postgres}/**", "**/shared-limits.test.ts"],
        },
      },
      overPostgres,
      project("bench", "bench/src/**/*.test.ts"),
      project("acceptance", "test/acceptance/**/*.test.ts", shared),
      project("browser", "test/browser/**/*.test.ts"),
      project("fault", "test/fault/**/*.test.ts", waiting),
      overOpenSearch,
      project("relevance", "test/relevance/**/*.test.ts"),
    ],
    coverage: {
      provider: "v8",
      // The figure is of interest whether or not a test failed.
      reportOnFailure: true,
      include: ["src/**/*.ts", "packages/**/*.ts"],
      exclude: ["**/*.case.ts", "src/search/kernels/assembly/**"],
      reporter: ["text-summary"],
    },
  },
});
