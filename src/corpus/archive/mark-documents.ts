import { setBit, setRange } from "../../search/bitset.ts";
import type { ArchiveSegment } from "./archive-segment.ts";
import type { SegmentBits } from "./segment-bits.ts";

/** Sets the bits of the documents and chunks of these sources, by their numbers in the segment, and no others. */
export function markSources(segment: ArchiveSegment, bits: SegmentBits, wanted: ReadonlySet<number>): void {
  bits.chunks.fill(0);
  bits.documents.fill(0);
  const { sourceOf, chunkStarts } = segment.arrays;
  const count = segment.meta.documents;
  // Documents are in order of source, so whole runs are marked together.
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && sourceOf[to] === sourceOf[from]) to++;
    if (wanted.has(sourceOf[from]!)) {
      setRange(bits.documents, from, to);
      setRange(bits.chunks, chunkStarts[from]!, chunkStarts[to]!);
    }
    from = to;
  }
}

/** The same for documents by their numbers. */
export function markDocuments(
  segment: ArchiveSegment,
  bits: SegmentBits,
  documents: readonly number[],
): void {
  bits.chunks.fill(0);
  bits.documents.fill(0);
  const { chunkStarts } = segment.arrays;
  for (const document of documents) {
    setBit(bits.documents, document);
    setRange(bits.chunks, chunkStarts[document]!, chunkStarts[document + 1]!);
  }
}
