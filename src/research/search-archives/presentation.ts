/** Turns ranked documents into search results. */
import type { ArchiveSession } from "../../archive-search/archive-session.ts";
import type { ArchiveSearchResult, SearchTier } from "../../contract/api/archive.ts";
import type { ArchiveIndex } from "../../corpus/archive/archive-index.ts";
import { firstCharacters, snippet } from "../../search/snippet.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { authorshipOf } from "../authorship.ts";
import { readableChars } from "../excerpt.ts";
import { matchingTerms, passageIn } from "../explanation.ts";
import type { RankedDocument, ShownChunk } from "./ranking.ts";

const snippetChars = 240;
/** Length of the text searched for the best snippet of a document found as a whole. */
const wholeChars = 20_000;

/**
 * The chunks shown of each document of a page, best first, at most `most`: the best one, and further ones only
 * where they are among the best `limit` chunks of the page.
 */
export function chunksShown(
  documents: readonly RankedDocument[],
  { most, limit }: { most: number; limit: number },
): ShownChunk[][] {
  const chunks = documents.map((ranked) => ranked.chunks());
  const worths = Float64Array.from(chunks.flat(), ({ worth }) => worth).sort();
  const least = worths[worths.length - limit] ?? 0;
  return chunks.map((list) => list.filter(({ worth }, i) => i === 0 || worth >= least).slice(0, most));
}

export interface Shown {
  maxChunks: number;
  limit: number;
  terms: ReadonlyMap<string, number>;
  tier: SearchTier;
  /** Posts that are named beside the one that is listed. */
  siblings?: ReadonlyMap<number, readonly number[]>;
  explain?: boolean;
}

/** One result per chunk shown, in the order of the documents. */
export async function present(
  { context, session }: { context: ArchiveContext; session: ArchiveSession },
  documents: readonly RankedDocument[],
  options: Shown,
): Promise<ArchiveSearchResult[]> {
  const { archive } = context.snapshot;
  const chunks = chunksShown(documents, {
    most: options.tier === "doc_text" ? 1 : options.maxChunks,
    limit: options.limit,
  });
  const isShownWhole = ({ document }: RankedDocument) =>
    options.tier === "doc_text" || context.snapshot.isExcerptOnly(archive.sourceOf(document));
  await session.prefetch({
    chunks: documents.flatMap((one, i) => (isShownWhole(one) ? [] : chunks[i]!.map(({ chunk }) => chunk))),
    contents: documents.filter(isShownWhole).map(({ document }) => document),
  });
  return documents.flatMap((ranked, i) => {
    const document = session.document(ranked.document);
    const { documentId, title, source, url, publishedAt } = document;
    const restricted = context.snapshot.isExcerptOnly(source);
    const from = archive.chunkRange(ranked.document).from;
    const alsoIn = namesOf(archive, archive.duplicatesOf(ranked.document));
    const sameThread = namesOf(archive, options.siblings?.get(ranked.document) ?? []);
    return chunks[i]!.map((chunk) => {
      const inContent = restricted || options.tier === "doc_text";
      const text = inContent
        ? firstCharacters(document.content(), restricted ? readableChars : wholeChars)
        : session.passage(ranked.document, chunk.chunk);
      const titled = titleEnd(text, title);
      const shown = text.slice(titled);
      const snippetOptions = { weights: options.terms, maxChars: snippetChars };
      const line = snippet(shown, snippetOptions);
      return {
        documentId,
        title,
        ...authorshipOf(context, document),
        source,
        url,
        publishedAt,
        similarity: round(chunk.similarity),
        snippet: line || snippet(title, snippetOptions),
        chunkIndex: options.tier === "doc_text" ? 0 : chunk.chunk - from,
        ...(alsoIn.length > 0 && { alsoIn }),
        ...(sameThread.length > 0 && { sameThread }),
        ...(options.explain && {
          explanation: {
            channels: ranked.channels(),
            terms: matchingTerms([title, shown], options.terms),
            passage: passageIn(shown, snippetOptions, {
              before: (inContent ? 0 : document.charsBefore(chunk.chunk)) + [...text.slice(0, titled)].length,
            }),
          },
        }),
      };
    });
  });
}

/** Where the text continues behind the document's title, which results show beside it; 0 where it begins otherwise. */
function titleEnd(text: string, title: string): number {
  const [marks] = /^[\s#]*/u.exec(text)!;
  const end = marks.length + title.length;
  const isTitle = title !== "" && text.slice(marks.length, end).toLowerCase() === title.toLowerCase();
  return isTitle && /^\s/u.test(text.slice(end)) && text.slice(end).trim() !== "" ? end : 0;
}

function namesOf(
  archive: ArchiveIndex,
  documents: readonly number[],
): NonNullable<ArchiveSearchResult["alsoIn"]> {
  return documents.map((document) => {
    const { documentId, title, source, url } = archive.document(document);
    return { documentId, title, source, url };
  });
}

const round = (similarity: number) => Math.round(similarity * 10_000) / 10_000;
