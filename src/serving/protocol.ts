/** What the main thread and the workers agree on. */
import type { RemoteEmbeddings } from "./query-embedding.ts";

/** Channel on which keys of retired snapshots are told to all workers. */
export const retirements = "priorart-retired-snapshots";

export interface WorkerSettings {
  remote: RemoteEmbeddings | undefined;
}
