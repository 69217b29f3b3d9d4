import type { ArchiveSearchResult } from "../../../src/contract/api/archive.ts";

/** A document with its passages, in the order of the results. */
export interface FoundDocument extends Omit<ArchiveSearchResult, "similarity" | "snippet" | "chunkIndex"> {
  /** Of its best passage. */
  similarity: number;
  passages: ArchiveSearchResult[];
}

/** A document is placed where its first chunk is. */
export function groupByDocument(results: readonly ArchiveSearchResult[]): FoundDocument[] {
  const found = new Map<string, FoundDocument>();
  for (const result of results) {
    const { similarity, snippet: _, chunkIndex: __, ...document } = result;
    const before = found.get(result.documentId);
    if (before === undefined) found.set(result.documentId, { ...document, similarity, passages: [result] });
    else {
      before.passages.push(result);
      before.similarity = Math.max(before.similarity, similarity);
    }
  }
  return [...found.values()];
}
