/** Vector search over several segments: each offers only what beats the candidates of those before it. */
import { countBits } from "../../search/bitset.ts";
import type { Pointer } from "../../search/kernels/kernels.ts";
import { gatheredRoom, type Scratch } from "../../search/kernels/scratch.ts";
import type { NearLists, PreparedQuery, VectorHits } from "../../search/vector/vector-index.ts";
import { type Hits, mergeHits, raise } from "./archive-hits.ts";
import type { ArchiveSegment } from "./archive-segment.ts";
import type { SegmentBits } from "./segment-bits.ts";

interface SearchedSegment {
  segment: Pick<ArchiveSegment, "vectors" | "meta">;
  firstChunk: number;
  scratch: Scratch;
  /** The chunks that a narrow filter allows. */
  filter: Pick<SegmentBits, "chunks">;
}

export interface VectorsRequest {
  k: number;
  /** Of each segment; see `VectorSearch`. */
  candidates: number;
  /** The lists to scan of each segment, where they are known already. */
  near?: readonly (NearLists | null)[];
}

/** By segment. */
type ChunkFilter = readonly { chunks: Pointer; narrow: boolean }[];

/** Numbers of the nearest chunks over all segments, and their raw cosines. */
export function nearestChunks(
  query: PreparedQuery,
  segments: readonly SearchedSegment[],
  request: Required<VectorsRequest> & { filter: ChunkFilter },
): Hits {
  const found: Hits[] = [];
  let above = Number.NEGATIVE_INFINITY;
  const search = ({ segment, scratch, filter }: SearchedSegment, s: number): VectorHits => {
    const { chunks: mask, narrow } = request.filter[s]!;
    const options = { k: request.k, scratch };
    // Comparing so many takes no longer than a scan of all lists for them.
    if (narrow && countBits(filter.chunks) <= gatheredRoom)
      return segment.vectors.nearestAmong(query, { ...options, mask });
    const { candidates, near } = request;
    const hits = segment.vectors.search(query, { ...options, candidates, mask, near: near[s]!, above });
    above = hits.minEstimate;
    return hits;
  };
  segments.forEach((searched, s) => {
    if (searched.segment.meta.chunks === 0) return;
    const { ids, similarities } = search(searched, s);
    found.push({ ids: raise(ids, searched.firstChunk), scores: new Float64Array(similarities) });
  });
  return mergeHits(found, request.k);
}
