import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: { "@prior-art/scan": fileURLToPath(new URL("packages/scan/src/index.ts", import.meta.url)) },
  },
  test: {
    include: [
      "src/**/*.test.ts",
      "packages/*/src/**/*.test.ts",
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
