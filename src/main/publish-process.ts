/** The publish process. It computes for seconds at a time, which blocks its event loop. */
import { openArchiveWriter } from "../archive-search/opensearch/opensearch-writer.ts";
import type { Config } from "../config/config.ts";
import { createHttpEmbedder } from "../embed/http/http-embedder.ts";
import { createHttpLanguageModel } from "../publish/clusters/http-language-model.ts";
import type { LanguageModel } from "../publish/clusters/language-model.ts";
import {
  type PublishOptions,
  type PublishProgress,
  type PublishReport,
  publish,
} from "../publish/publish.ts";
import { withCatalog } from "./catalog.ts";
import { runAsChild, type TaskContext } from "./child-process.ts";
import { takeWorkLock } from "./database.ts";
import { openLocalModel } from "./local-model.ts";
import { openSharedSnapshots } from "./shared-snapshots.ts";

export interface PublishTask {
  kind: "start";
  config: Config;
  refit: boolean;
  recluster: boolean;
}

export type PublishMessage =
  | { kind: "progress"; progress: PublishProgress }
  | { kind: "failure"; message: string };

type OnFailure = (message: string) => void;

/** The configured embedders; none for the built-in one, which publish fits itself. */
async function configuredEmbedders(
  config: Config,
  onFailure: OnFailure,
): Promise<Pick<PublishOptions, "embedder" | "passages" | "queryEmbedder">> {
  const { embedder, allowPrivateHosts, workers } = config;
  if (embedder.kind === "http") {
    const { url, model, key, dimensions } = embedder;
    const options = { url, model, key, dimensions, allowPrivateHosts, onFailure };
    return { embedder: await createHttpEmbedder(options) };
  }
  // Not closed: this process is killed when it is done.
  const model = await openLocalModel(config, { threads: workers, onFailure });
  if (embedder.kind !== "onnx") return {};
  const { passages } = embedder;
  return passages === "none" ? { queryEmbedder: model } : { embedder: model, passages };
}

function configuredLanguageModel(
  { languageModel, allowPrivateHosts }: Config,
  onFailure: OnFailure,
): LanguageModel | undefined {
  return languageModel
    ? createHttpLanguageModel({ ...languageModel, allowPrivateHosts, onFailure })
    : undefined;
}

/** A node that merges segments, or is busy otherwise, may take this long to answer a publish. */
const publishTimeoutMs = 60_000;

function openArchiveIn(search: NonNullable<Config["search"]>): PublishOptions["openArchive"] {
  return ({ dimensions }) => openArchiveWriter(search, { dimensions, timeoutMs: publishTimeoutMs });
}

async function run(
  { config, refit, recluster }: PublishTask,
  { post, signal }: TaskContext<PublishMessage>,
): Promise<PublishReport> {
  const onFailure = (message: string) => post({ kind: "failure", message });
  const embedders = await configuredEmbedders(config, onFailure);
  return withCatalog(config, async (catalog) => {
    // Changes that waited for a publish no longer do once one that began later is done.
    const due = await catalog.sync.publishDue();
    // Not closed: this process is killed when it is done.
    const shared = await openSharedSnapshots(config, {
      catalog,
      onProblem: ({ message }) => onFailure(`the store of snapshots was not cleaned up: ${message}`),
    });
    const report = await publish({
      dataDir: config.dataDir,
      catalog,
      ...embedders,
      taxonomyPath: config.taxonomyPath ?? undefined,
      refit,
      recluster,
      languageModel: configuredLanguageModel(config, onFailure),
      ...(config.search && { openArchive: openArchiveIn(config.search) }),
      shared: shared ?? undefined,
      signal,
      takeLock: () => takeWorkLock(config, "publish"),
      onProgress: (progress) => post({ kind: "progress", progress }),
    });
    if (due !== null) await catalog.sync.clearPublishDue(due.change);
    return report;
  });
}

runAsChild(run);
