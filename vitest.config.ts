import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "scripts/**/*.test.ts",
      "test/**/*.test.ts",
      "web/src/**/*.test.ts",
      "bin/*.test.ts",
    ],
    globalSetup: ["test/acceptance/harness/shared-directory.setup.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
