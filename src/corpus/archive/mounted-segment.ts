/** An archive segment as one thread reads it. */
import type { Scratch } from "../../search/kernels/scratch.ts";
import type { ArchiveSegment } from "./archive-segment.ts";
import type { SegmentBits } from "./segment-bits.ts";

export interface MountedSegment {
  segment: ArchiveSegment;
  firstDocument: number;
  firstChunk: number;
  /** Shared by all threads: cleared when a document is superseded or withdrawn. */
  live: SegmentBits;
  /** This thread's own, for filters. */
  filter: SegmentBits;
  /** This thread's own, in the memory of the segment. */
  scratch: Scratch;
}
