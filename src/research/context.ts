/** Context of project operations: one snapshot for the whole request, and the ports they need. */
import type { ProjectCorpus } from "../corpus/projects/project-corpus.ts";
import type { KnownWords } from "./read-query.ts";

/** The part of a snapshot that project operations read. */
export interface ProjectContext extends KnownWords {
  snapshot: ProjectCorpus;
  /**
   * One unit-length vector; null where the embedder knows no term of the text. Throws when it cannot answer.
   * `onSubstitute` is called when the vector is of a simpler embedder, because the snapshot's own did not answer.
   */
  embedQuery(text: string, onSubstitute?: () => void): Promise<Float32Array | null>;
}
