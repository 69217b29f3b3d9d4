/** Finds documents of different sources whose texts are nearly the same, over all segments of a snapshot. */
import { join } from "node:path";
import {
  type ArchiveSegmentMeta,
  archiveSegmentKind,
  signaturesSection,
} from "../corpus/archive/archive-layout.ts";
import type { ManifestArchiveSegment } from "../corpus/manifest.ts";
import { findPairs, type Pair, type SignedText } from "../search/duplicates/find-pairs.ts";
import { signatureBytes } from "../search/duplicates/signature.ts";
import { Arena } from "../search/kernels/arena.ts";
import { readSections } from "../search/segment/section-file.ts";

/** Share of runs of words that two texts must have in common. Of the pairs at or above it, see docs/searching.md. */
const leastShared = 0.7;
/** Pairs kept of one document. */
const mostPairs = 10;

/** Pairs of document numbers, as in `Manifest.archive.duplicates`. */
export function findDuplicates(
  folder: string,
  segments: readonly ManifestArchiveSegment[],
): [number, number][] {
  const groups = new Map<string, number>();
  const texts: SignedText[] = [];
  let firstDocument = 0;
  for (const { file, documents, superseded } of segments) {
    const { meta, arrays } = readSections<ArchiveSegmentMeta>(
      join(folder, `${file}.seg`),
      archiveSegmentKind,
      {
        arena: new Arena(1 << 16),
        wanted: (name) => name === signaturesSection || name === "archive.sourceOf",
      },
    );
    const signatures = arrays[signaturesSection] as Uint8Array | undefined;
    const sourceOf = arrays["archive.sourceOf"] as Uint16Array;
    const gone = new Set(superseded);
    for (let local = 0; signatures && local < documents; local++) {
      const signature = signatures.subarray(local * signatureBytes, (local + 1) * signatureBytes);
      if (gone.has(local) || signature.every((byte) => byte === 0)) continue;
      const source = meta.sources[sourceOf[local]!]!;
      const group = groups.get(source) ?? groups.size;
      groups.set(source, group);
      texts.push({ number: firstDocument + local, group, signature });
    }
    firstDocument += documents;
  }
  return groups.size < 2 ? [] : closestOf(findPairs(texts, leastShared));
}

/** The closest pairs of each document, in order of their numbers. */
function closestOf(pairs: readonly Pair[]): [number, number][] {
  const taken = new Map<number, number>();
  const isFull = (document: number) => (taken.get(document) ?? 0) >= mostPairs;
  const kept: [number, number][] = [];
  for (const { a, b } of [...pairs].sort((x, y) => y.shared - x.shared)) {
    if (isFull(a) || isFull(b)) continue;
    for (const document of [a, b]) taken.set(document, (taken.get(document) ?? 0) + 1);
    kept.push([a, b]);
  }
  return kept.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
}
