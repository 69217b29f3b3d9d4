/** Ranked documents as callers see them. */
import type { ArchiveSearchResult, SearchTier } from "../../contract/api/archive.ts";
import { firstCharacters, snippet } from "../../search/snippet.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { readableChars } from "../excerpt.ts";
import type { RankedDocument } from "./ranking.ts";

const snippetChars = 240;
/** Of a document found as a whole, so much is searched for the best line. */
const wholeChars = 20_000;

/** Up to `maxChunks` results per document, the document's best chunk first. */
export function present(
  context: ArchiveContext,
  documents: readonly RankedDocument[],
  options: { maxChunks: number; terms: ReadonlyMap<string, number>; tier: SearchTier },
): ArchiveSearchResult[] {
  const { archive } = context.snapshot;
  return documents.flatMap((ranked) => {
    const document = archive.document(ranked.document);
    const { documentId, title, author, source, url, publishedAt } = document;
    const restricted = context.snapshot.isExcerptOnly(source);
    const from = archive.chunkRange(ranked.document).from;
    return ranked
      .chunks()
      .slice(0, options.tier === "doc_text" ? 1 : options.maxChunks)
      .map((chunk) => {
        const text = () =>
          options.tier === "doc_text"
            ? firstCharacters(document.content(), wholeChars)
            : document.passage(chunk.chunk);
        const shown = restricted ? firstCharacters(document.content(), readableChars) : text();
        const line = snippet(shown, { weights: options.terms, maxChars: snippetChars });
        return {
          documentId,
          title,
          author,
          source,
          url,
          publishedAt,
          similarity: round(chunk.similarity),
          snippet: line || snippet(title, { weights: options.terms, maxChars: snippetChars }),
          chunkIndex: options.tier === "doc_text" ? 0 : chunk.chunk - from,
        };
      });
  });
}

const round = (similarity: number) => Math.round(similarity * 10_000) / 10_000;
