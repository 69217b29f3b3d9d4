/** Port to other threads that can do a part of a search, where a search over many segments takes long. */
import type { VectorsRequest } from "../corpus/archive/nearest-chunks.ts";

/** A search for the nearest chunks of the whole archive. */
export interface NearestTask extends VectorsRequest {
  /** As a prepared query holds it. */
  rotated: Float32Array;
}

export interface Assistants {
  /**
   * Offers a task to threads that are idle. The function that it returns is called once, when the caller has nothing else
   * to do: it waits for the chunks, nearest first, or returns null where no thread began the task or one failed.
   */
  offer(task: NearestTask): () => Uint32Array | null;
}
