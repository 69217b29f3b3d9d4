/** Masks of the documents that a search may find. */
import { intersect } from "../../search/bitset.ts";
import type { Pointer } from "../../search/kernels/kernels.ts";
import { markDocuments, markSources } from "./mark-documents.ts";
import type { MountedSegment } from "./mounted-segment.ts";
import { keepPhrases } from "./phrase-filter.ts";

/** Restricts a search. */
export interface ArchiveScope {
  /** Source keys; all sources without. */
  sources?: readonly string[] | undefined;
  /** Phrases of folded words that a document must hold. */
  required?: readonly (readonly string[])[];
  /** Phrases that a document must not hold. */
  excluded?: readonly (readonly string[])[];
  /** Words of names, one of which its author must have; any author without. */
  authors?: readonly (readonly string[])[];
}

/** Masks per segment: 0 where everything is allowed, narrow where documents were chosen. */
export type ArchiveFilter = { chunks: Pointer; documents: Pointer; narrow: boolean }[];

/** `clean`: every document is live. Valid until the next call in this thread. */
export function scopeFilter(
  segments: readonly MountedSegment[],
  { sources, required = [], excluded = [], authors }: ArchiveScope,
  { clean }: { clean: boolean },
): ArchiveFilter {
  const phrases = required.length > 0 || excluded.length > 0;
  return segments.map(({ segment, live, filter, scratch }) => {
    if (!sources && !phrases && !authors)
      return clean
        ? { chunks: 0, documents: 0, narrow: false }
        : { chunks: live.chunksAt, documents: live.documentsAt, narrow: false };
    const { sourceOf } = segment.arrays;
    const chosen = sources && new Set(sources.map((key) => segment.meta.sources.indexOf(key)));
    if (authors) {
      const documents = segment.authors.documentsByAny(authors);
      markDocuments(
        segment,
        filter,
        chosen ? documents.filter((document) => chosen.has(sourceOf[document]!)) : documents,
      );
    } else if (chosen) markSources(segment, filter, chosen);
    else {
      filter.chunks.set(live.chunks);
      filter.documents.set(live.documents);
    }
    if (!clean) {
      intersect(filter.chunks, live.chunks);
      intersect(filter.documents, live.documents);
    }
    if (phrases) keepPhrases({ segment, bits: filter, scratch }, { required, excluded });
    return { chunks: filter.chunksAt, documents: filter.documentsAt, narrow: true };
  });
}
