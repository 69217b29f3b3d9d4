/** Context of archive operations. */
import type { ArchiveSession } from "../archive-search/archive-session.ts";
import { localSession } from "../archive-search/local-session.ts";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import type { KnownWords } from "./read-query.ts";

export interface ArchiveContext extends KnownWords {
  snapshot: Pick<
    CorpusSnapshot,
    "archive" | "taxonomy" | "calibrated" | "isExcerptOnly" | "hasMachineSummaries" | "manifest"
  > &
    Partial<Pick<CorpusSnapshot, "vectorsByModel">>;
  /** Begins a request on the backend that holds the archive; the snapshot's own segments without. */
  beginArchive?(): ArchiveSession;
  /**
   * One unit-length vector; null where the embedder knows no term of the text. Throws when it cannot answer.
   * `onSubstitute` is called when the vector is of a simpler embedder, because the snapshot's own did not answer.
   */
  embedQuery(text: string, onSubstitute?: () => void): Promise<Float32Array | null>;
}

/** A session for one request. */
export function openArchive(context: ArchiveContext): ArchiveSession {
  return context.beginArchive?.() ?? localSession(context.snapshot.archive);
}
