/** Opens the published snapshot for queries. */
import type { Config } from "../config/config.ts";
import { ModelError } from "../embed/onnx/model-error.ts";
import type { OnnxEmbedder } from "../embed/onnx/onnx-embedder.ts";
import { openServing as openServingOf, type Serving, type ServingOptions } from "../serving/serving.ts";
import { openLocalModel } from "./local-model.ts";

/** Searching takes as long as embedding the query, so that half as many threads do not delay it. */
const searchesPerModelThread = 2;

export interface OpenServingOptions
  extends Pick<ServingOptions, "catalog" | "workers" | "onProblem" | "onSnapshot" | "onThreadDeath"> {
  /** Called with the reason when queries have to do without the local model that they were published for. */
  onModelMissing?(reason: string): void;
}

/** Throws ModelError when a local model that passages need cannot be used. */
export async function openServing(config: Config, options: OpenServingOptions): Promise<Serving> {
  const { dataDir, embedder, search, allowPrivateHosts } = config;
  const remote =
    embedder.kind === "http"
      ? { url: embedder.url, key: embedder.key ?? undefined, allowPrivateHosts }
      : undefined;
  const { onModelMissing, onSnapshot, ...others } = options;
  const model = await openModel(config, options);
  try {
    return await openServingOf({
      dataDir,
      remote,
      search: search ?? undefined,
      model,
      onSnapshot: (snapshot) => {
        const { queryModel } = snapshot;
        if (queryModel !== undefined && queryModel !== model?.version)
          onModelMissing?.(`snapshot ${snapshot.id} was published for queries by ${queryModel}`);
        onSnapshot?.(snapshot);
      },
      ...others,
    });
  } catch (error) {
    await model?.close();
    throw error;
  }
}

/** A model that embeds queries only can be done without. */
async function openModel(
  config: Config,
  { workers, onModelMissing }: OpenServingOptions,
): Promise<OnnxEmbedder | undefined> {
  const threads = Math.max(1, Math.ceil(workers / searchesPerModelThread));
  try {
    return await openLocalModel(config, { threads });
  } catch (error) {
    const { embedder } = config;
    const isNeeded = embedder.kind !== "onnx" || embedder.passages !== "none";
    if (isNeeded || !(error instanceof ModelError)) throw error;
    onModelMissing?.(error.message);
    return undefined;
  }
}
