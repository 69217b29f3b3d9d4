/** Finds the documents that a query names, over all segments. */
import { hasBit } from "../../search/bitset.ts";
import { isShared, type TitleName } from "../../search/lookup/title-names.ts";
import type { ArchiveSegment } from "./archive-segment.ts";
import type { SegmentBits } from "./segment-bits.ts";

interface SearchedSegment {
  segment: Pick<ArchiveSegment, "titled">;
  firstDocument: number;
  live: SegmentBits;
  /** Applies where the filter is narrow. */
  filter: SegmentBits;
}

/** Ascending. Whether a name is shared is decided by all live documents, also those that the filter leaves out. */
export function namedDocuments(
  segments: readonly SearchedSegment[],
  names: readonly TitleName[],
  filter: readonly ({ narrow: boolean } | null)[],
): number[] {
  const found = names.flatMap((name) => {
    const live = segments.flatMap((mounted, s) =>
      mounted.segment
        .titled(name)
        .filter((local) => hasBit(mounted.live.documents, local))
        .map((local) => ({ s, local })),
    );
    return isShared(name, live.length) ? [] : live;
  });
  const documents = found
    .filter(({ s, local }) => {
      const allowed = filter[s];
      return allowed && (!allowed.narrow || hasBit(segments[s]!.filter.documents, local));
    })
    .map(({ s, local }) => segments[s]!.firstDocument + local);
  return [...new Set(documents)].sort((a, b) => a - b);
}
