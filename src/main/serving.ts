/** Opens the published snapshot for queries. */
import type { Config } from "../config/config.ts";
import { ModelError } from "../embed/onnx/model-error.ts";
import type { OnnxEmbedder } from "../embed/onnx/onnx-embedder.ts";
import { type ConfiguredEmbedders, missingSetting } from "../serving/query-embedding.ts";
import {
  openServing as openServingOf,
  type ServedSnapshot,
  type Serving,
  type ServingOptions,
} from "../serving/serving.ts";
import { openLocalModel } from "./local-model.ts";

/** Searching takes as long as embedding the query, so that half as many threads do not delay it. */
const searchesPerModelThread = 2;

export interface OpenServingOptions
  extends Pick<ServingOptions, "catalog" | "workers" | "onProblem" | "onSnapshot" | "onThreadDeath"> {
  /** Called with a message when an embedder that the snapshot needs is missing. */
  onEmbedderMissing?(problem: string): void;
}

/** Throws ModelError when a local model that passages need cannot be used. */
export async function openServing(config: Config, options: OpenServingOptions): Promise<Serving> {
  const { dataDir, embedder, search, allowPrivateHosts } = config;
  const remote =
    embedder.kind === "http"
      ? { url: embedder.url, key: embedder.key ?? undefined, allowPrivateHosts }
      : undefined;
  const { onEmbedderMissing, onSnapshot, ...others } = options;
  const model = await openModel(config, options);
  try {
    return await openServingOf({
      dataDir,
      remote,
      search: search ?? undefined,
      model,
      onSnapshot: (snapshot) => {
        const problem = missingEmbedder(snapshot, { ...(remote && { remote }), ...(model && { model }) });
        if (problem !== null) onEmbedderMissing?.(problem);
        onSnapshot?.(snapshot);
      },
      ...others,
    });
  } catch (error) {
    await model?.close();
    throw error;
  }
}

const withoutModel = "queries are embedded without the local model";

/** What the snapshot was published with and the settings lack; null: nothing. */
function missingEmbedder(
  { id, passageEmbedder, queryModel }: ServedSnapshot,
  embedders: ConfiguredEmbedders,
): string | null {
  const setting = passageEmbedder === undefined ? null : missingSetting(passageEmbedder, embedders);
  if (setting !== null)
    return `queries are answered by their words alone: snapshot ${id} was published with ${passageEmbedder}, which is not configured; set PRIORART_EMBEDDER and ${setting} as for that publish`;
  if (queryModel !== undefined && queryModel !== embedders.model?.version)
    return `${withoutModel}: snapshot ${id} was published for queries by ${queryModel}`;
  return null;
}

/** A model that embeds queries only can be done without. */
async function openModel(
  config: Config,
  { workers, onEmbedderMissing }: OpenServingOptions,
): Promise<OnnxEmbedder | undefined> {
  const threads = Math.max(1, Math.ceil(workers / searchesPerModelThread));
  try {
    return await openLocalModel(config, { threads });
  } catch (error) {
    const { embedder } = config;
    const isNeeded = embedder.kind !== "onnx" || embedder.passages !== "none";
    if (isNeeded || !(error instanceof ModelError)) throw error;
    onEmbedderMissing?.(`${withoutModel}: ${error.message}`);
    return undefined;
  }
}
