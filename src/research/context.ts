/** What an operation may use: one snapshot from start to end, and the ports it needs. */
import type { ProjectCorpus } from "../corpus/projects/project-corpus.ts";

/** The part of a snapshot that project operations read. */
export interface ProjectContext {
  snapshot: ProjectCorpus;
  /** One unit-length vector; null where the embedder knows nothing of the text. Throws when it cannot answer. */
  embedQuery(text: string): Promise<Float32Array | null>;
}
