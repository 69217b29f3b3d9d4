/** Opens the published snapshot for queries. */
import type { Config } from "../config/config.ts";
import { openServing as openServingOf, type Serving, type ServingOptions } from "../serving/serving.ts";
import { openLocalModel } from "./local-model.ts";

/** Searching takes as long as embedding the query, so that half as many threads do not delay it. */
const searchesPerModelThread = 2;

/** Throws ModelError when the local model that is configured cannot be used. */
export async function openServing(
  config: Config,
  options: Pick<ServingOptions, "catalog" | "workers" | "onProblem" | "onSnapshot" | "onThreadDeath">,
): Promise<Serving> {
  const { dataDir, embedder, search, allowPrivateHosts } = config;
  const remote =
    embedder.kind === "http"
      ? { url: embedder.url, key: embedder.key ?? undefined, allowPrivateHosts }
      : undefined;
  const threads = Math.max(1, Math.ceil(options.workers / searchesPerModelThread));
  const model = await openLocalModel(config, { threads });
  try {
    return await openServingOf({ dataDir, remote, search: search ?? undefined, model, ...options });
  } catch (error) {
    await model?.close();
    throw error;
  }
}
