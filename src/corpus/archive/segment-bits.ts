import type { Pointer } from "../../search/kernels/kernels.ts";

/** Bits over a segment's chunks and documents, in the arena. */
export interface SegmentBits {
  chunks: Uint8Array;
  documents: Uint8Array;
  chunksAt: Pointer;
  documentsAt: Pointer;
}
