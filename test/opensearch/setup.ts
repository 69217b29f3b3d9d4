/** One OpenSearch node for the tests over it. */
import type { TestProject } from "vitest/node";
import { buildOpenSearch, hasOpenSearchTools, startOpenSearch } from "../../scripts/test-opensearch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Root address of the node; null: the tools that build it are not installed. */
    openSearchUrl: string | null;
  }
}

let remove = async () => {};

export async function setup(project: TestProject): Promise<void> {
  if (!hasOpenSearchTools()) {
    const missing = "OpenSearch cannot be built: apt-get install maven openjdk-17-jdk-headless";
    if (process.env.CI === "true") throw new Error(missing);
    console.warn(`Tests over OpenSearch are skipped. ${missing}`);
    project.provide("openSearchUrl", null);
    return;
  }
  await buildOpenSearch();
  const [node] = await startOpenSearch();
  remove = node!.remove;
  project.provide("openSearchUrl", node!.url);
}

export const teardown = (): Promise<void> => remove();
