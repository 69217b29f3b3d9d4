/** Messages between the main thread and a thread with a model. */
import type { ModelFolder } from "./model-folder.ts";
import type { TextKind } from "./text-model.ts";

/** `workerData` of the thread. */
export interface ModelThreadData {
  folder: ModelFolder;
}

export interface TextTask {
  text: string;
  kind: TextKind;
}

/** "close" ends the thread once the tasks before it are done. */
export type ModelThreadRequest = TextTask | "close";

/** First `opened` or `failed`, then one of the other two per task, in order. */
export type ModelThreadReply =
  | { type: "opened"; dimensions: number }
  | { type: "failed"; message: string }
  | { type: "vector"; vector: Float32Array | null }
  | { type: "error"; message: string };
