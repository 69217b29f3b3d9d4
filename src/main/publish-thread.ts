/** The thread that publishes. It computes for seconds at a time, during which its event loop is blocked. */
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../config/config.ts";
import type { Embedder } from "../embed/embedder.ts";
import { createHttpEmbedder } from "../embed/http/http-embedder.ts";
import { createHttpLanguageModel } from "../publish/clusters/http-language-model.ts";
import type { LanguageModel } from "../publish/clusters/language-model.ts";
import { type PublishProgress, type PublishReport, publish } from "../publish/publish.ts";
import { withCatalog } from "./catalog.ts";

export interface PublishTask {
  config: Config;
  refit: boolean;
  recluster: boolean;
  /** One number in shared memory: not 0 once the publish is to stop. Long computations never read messages. */
  stop: Int32Array;
}

export type PublishMessage =
  | { kind: "progress"; progress: PublishProgress }
  | { kind: "failure"; message: string }
  | { kind: "done"; report: PublishReport }
  | { kind: "error"; error: unknown; name: string };

const { config, refit, recluster, stop } = workerData as PublishTask;
const tell = (message: PublishMessage) => parentPort?.postMessage(message);
const stopping = new AbortController();

function obeyStop(): void {
  if (Atomics.load(stop, 0) !== 0) stopping.abort(new Error("interrupted"));
}

/** The embedder of the configuration; undefined for the built-in one, which publish fits itself. */
async function configuredEmbedder({ embedder, allowPrivateHosts }: Config): Promise<Embedder | undefined> {
  if (embedder.kind === "fitted") return undefined;
  const { url, model, key, dimensions } = embedder;
  const onFailure = (message: string) => tell({ kind: "failure", message });
  return createHttpEmbedder({ url, model, key, dimensions, allowPrivateHosts, onFailure });
}

function configuredLanguageModel({ languageModel, allowPrivateHosts }: Config): LanguageModel | undefined {
  if (!languageModel) return undefined;
  return createHttpLanguageModel({
    ...languageModel,
    allowPrivateHosts,
    onFailure: (message) => tell({ kind: "failure", message }),
  });
}

async function run(): Promise<PublishReport> {
  const embedder = await configuredEmbedder(config);
  return withCatalog(config, (catalog) =>
    publish({
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
    }),
  );
}

// No progress is reported while it waits for a remote embedder.
const watch = setInterval(obeyStop, 100);
try {
  tell({ kind: "done", report: await run() });
} catch (error) {
  // Structured cloning drops the name.
  tell({ kind: "error", error, name: error instanceof Error ? error.name : "Error" });
} finally {
  clearInterval(watch);
}
