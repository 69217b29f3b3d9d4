/** Finds the documents that a query names, over all segments. */
import { hasBit } from "../../search/bitset.ts";
import { isIdentifier, type TitleName } from "../../search/lookup/title-names.ts";
import type { ArchiveSegment } from "./archive-segment.ts";
import type { SegmentBits } from "./segment-bits.ts";
import type { Titled } from "./title-index.ts";

interface SearchedSegment {
  segment: Pick<ArchiveSegment, "titled" | "source">;
  firstDocument: number;
  live: SegmentBits;
  /** Applies where the filter is narrow. */
  filter: SegmentBits;
}

/** Most documents that an identifier, or a title without one, may name. */
const maxIdentified = 3;

/** Ascending. What these name is decided by all live documents, also those that the filter leaves out. */
export function namedDocuments(
  segments: readonly SearchedSegment[],
  names: readonly TitleName[],
  filter: readonly { narrow: boolean }[],
): number[] {
  const found = names.flatMap((name) => {
    const titled = segments.map(({ segment }) => segment.titled(name));
    const of = (kind: keyof Titled) =>
      segments.flatMap(({ segment, live }, s) =>
        titled[s]![kind].filter((local) => hasBit(live.documents, local)).map((local) => ({
          s,
          local,
          source: segment.source(local),
        })),
      );
    const whole = of("whole");
    return [...(isIdentifier(name) ? identified(whole) : whole), ...identified(of("part"))];
  });
  const documents = found
    .filter(({ s, local }) => !filter[s]!.narrow || hasBit(segments[s]!.filter.documents, local))
    .map(({ s, local }) => segments[s]!.firstDocument + local);
  return [...new Set(documents)].sort((a, b) => a - b);
}

/**
 * Of more documents than such a name may have, those that are alone with it in their source: `BIP 70: …` is one
 * document among the standards, and the title of many posts elsewhere. None where these are too many, too, as with
 * `Part 2: …`.
 */
function identified<Found extends { source: string }>(live: readonly Found[]): readonly Found[] {
  if (live.length <= maxIdentified) return live;
  const counts = new Map<string, number>();
  for (const { source } of live) counts.set(source, (counts.get(source) ?? 0) + 1);
  const alone = live.filter(({ source }) => counts.get(source) === 1);
  return alone.length <= maxIdentified ? alone : [];
}
