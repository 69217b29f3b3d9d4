import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

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

const project = (name: string, include: string, { isolate = true } = {}) => ({
  resolve: { alias },
  test: {
    name,
    include: [include],
    isolate,
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

const opensearch = project("opensearch", "test/opensearch/**/*.test.ts");
const overOpenSearch = {
  ...opensearch,
  test: { ...opensearch.test, globalSetup: ["test/opensearch/setup.ts"] },
};

export default defineConfig({
  test: {
    // By default vitest leaves one core unused, which is half of a machine with two.
    maxWorkers: availableParallelism(),
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
      project("fault", "test/fault/**/*.test.ts"),
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
