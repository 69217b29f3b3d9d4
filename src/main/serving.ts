/** Opens the published snapshot for queries. */
import type { Config } from "../config/config.ts";
import { openServing as openServingOf, type Serving, type ServingOptions } from "../serving/serving.ts";

export function openServing(
  { dataDir, embedder, allowPrivateHosts }: Config,
  options: Pick<ServingOptions, "catalog" | "workers" | "onProblem" | "onSnapshot" | "onThreadDeath">,
): Promise<Serving> {
  const remote =
    embedder.kind === "http"
      ? { url: embedder.url, key: embedder.key ?? undefined, allowPrivateHosts }
      : undefined;
  return openServingOf({ dataDir, remote, ...options });
}
