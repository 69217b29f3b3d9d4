import { hasBit } from "../../search/bitset.ts";
import type { Pointer } from "../../search/kernels/kernels.ts";

/** Bits over a segment's chunks and documents, in the arena. */
export interface SegmentBits {
  chunks: Uint8Array;
  documents: Uint8Array;
  chunksAt: Pointer;
  documentsAt: Pointer;
}

/** Numbers of the documents whose bits are cleared, ascending. */
export function clearBits({ documents }: SegmentBits, { meta }: { meta: { documents: number } }): number[] {
  const cleared: number[] = [];
  for (let document = 0; document < meta.documents; document++)
    if (!hasBit(documents, document)) cleared.push(document);
  return cleared;
}
