/** The publish process. It computes for seconds at a time, which blocks its event loop. */
import type { Config } from "../config/config.ts";
import type { Embedder } from "../embed/embedder.ts";
import { createHttpEmbedder } from "../embed/http/http-embedder.ts";
import { createHttpLanguageModel } from "../publish/clusters/http-language-model.ts";
import type { LanguageModel } from "../publish/clusters/language-model.ts";
import { type PublishProgress, type PublishReport, publish } from "../publish/publish.ts";
import { withCatalog } from "./catalog.ts";
import { openLocalModel } from "./local-model.ts";

export type PublishTask =
  | { kind: "start"; config: Config; refit: boolean; recluster: boolean }
  | { kind: "stop" };

export type PublishMessage =
  | { kind: "progress"; progress: PublishProgress }
  | { kind: "failure"; message: string }
  | { kind: "done"; report: PublishReport }
  | { kind: "error"; error: unknown; name: string };

const tell = (message: PublishMessage) => {
  if (process.connected) process.send?.(message);
};
const stopping = new AbortController();
const parent = process.ppid;

/** The configured embedder; undefined for the built-in one, which publish fits itself. */
async function configuredEmbedder(config: Config): Promise<Embedder | undefined> {
  const { embedder, allowPrivateHosts, workers } = config;
  const onFailure = (message: string) => tell({ kind: "failure", message });
  // Not closed: this process is killed when it is done.
  if (embedder.kind !== "http") return openLocalModel(config, { threads: workers, onFailure });
  const { url, model, key, dimensions } = embedder;
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

async function run(task: PublishTask & { kind: "start" }): Promise<PublishReport> {
  const { config, refit, recluster } = task;
  const embedder = await configuredEmbedder(config);
  return withCatalog(config, (catalog) =>
    publish({
      dataDir: config.dataDir,
      catalog,
      embedder,
      passages: config.embedder.kind === "onnx" ? config.embedder.passages : "all",
      taxonomyPath: config.taxonomyPath ?? undefined,
      refit,
      recluster,
      languageModel: configuredLanguageModel(config),
      signal: stopping.signal,
      onProgress: (progress) => {
        // The parent was killed; while this process computes, it does not see the disconnect.
        if (process.ppid !== parent) process.exit();
        tell({ kind: "progress", progress });
      },
    }),
  );
}

// Ctrl-C reaches this process too; the parent decides.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
process.on("message", async (task: PublishTask) => {
  if (task.kind === "stop") return stopping.abort(new Error("interrupted"));
  try {
    tell({ kind: "done", report: await run(task) });
  } catch (error) {
    // Structured cloning drops the name.
    tell({ kind: "error", error, name: error instanceof Error ? error.name : "Error" });
  }
});
