/** The thread that publishes. It computes for seconds at a time, during which its event loop stands still. */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { openCatalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import type { Embedder } from "../embed/embedder.ts";
import { createHttpEmbedder } from "../embed/http/http-embedder.ts";
import { createHttpLanguageModel } from "../publish/clusters/http-language-model.ts";
import type { LanguageModel } from "../publish/clusters/language-model.ts";
import { type PublishReport, publish } from "../publish/publish.ts";
import type { PublishMessage, PublishTask } from "./publish-protocol.ts";

const { config, refit, recluster, stop } = workerData as PublishTask;
const tell = (message: PublishMessage) => parentPort?.postMessage(message);
const stopping = new AbortController();

function obeyStop(): void {
  if (Atomics.load(stop, 0) !== 0) stopping.abort(new Error("interrupted"));
}

/** The embedder of the configuration; undefined for the built-in one, which publish fits itself. */
async function configuredEmbedder({ embedder }: Config): Promise<Embedder | undefined> {
  if (embedder.kind === "fitted") return undefined;
  const { url, model, key, dimensions } = embedder;
  const onFailure = (message: string) => tell({ kind: "failure", message });
  return createHttpEmbedder({ url, model, key, dimensions, onFailure });
}

function configuredLanguageModel({ languageModel }: Config): LanguageModel | undefined {
  if (!languageModel) return undefined;
  return createHttpLanguageModel({
    ...languageModel,
    onFailure: (message) => tell({ kind: "failure", message }),
  });
}

async function run(): Promise<PublishReport> {
  const embedder = await configuredEmbedder(config);
  const catalog = await openCatalog(join(config.dataDir, "catalog.db"));
  try {
    return await publish({
      dataDir: config.dataDir,
      catalog,
      embedder,
      taxonomyPath: config.taxonomyPath ?? undefined,
      refit,
      recluster,
      languageModel: configuredLanguageModel(config),
      signal: stopping.signal,
      onProgress: (progress) => {
        obeyStop();
        tell({ kind: "progress", progress });
      },
    });
  } finally {
    await catalog.close();
  }
}

// While a remote embedder is waited for there is no progress to look at.
const watch = setInterval(obeyStop, 100);
try {
  tell({ kind: "done", report: await run() });
} catch (error) {
  // The name does not survive the way between threads by itself.
  tell({ kind: "error", error, name: error instanceof Error ? error.name : "Error" });
} finally {
  clearInterval(watch);
}
