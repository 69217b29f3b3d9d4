/** Finds documents of different sources whose texts are nearly the same, over all segments of a snapshot. */
import { join } from "node:path";
import {
  type ArchiveSegmentMeta,
  archiveSegmentKind,
  signaturesSection,
} from "../corpus/archive/archive-layout.ts";
import type { ManifestArchiveSegment } from "../corpus/manifest.ts";
import { findPairs, type Pair, type SignedTexts } from "../search/duplicates/find-pairs.ts";
import { signatureBytes } from "../search/duplicates/signature.ts";
import { Arena } from "../search/kernels/arena.ts";
import { readSections } from "../search/segment/section-file.ts";

/** Share of runs of words that two texts must have in common. Of the pairs at or above it, see docs/searching.md. */
const minShared = 0.7;
/** Pairs kept of one document. */
const maxPairs = 10;

/** What is known before the segments are compared. */
interface KnownPairs {
  /** The first so many segments are those of the previous snapshot. */
  kept: number;
  /** Its pairs. */
  pairs: readonly [number, number][];
}

/**
 * Pairs of document numbers, as in `Manifest.archive.duplicates`. Documents of kept segments are not compared with each
 * other again.
 */
export function findDuplicates(
  folder: string,
  segments: readonly ManifestArchiveSegment[],
  { kept, pairs }: KnownPairs,
): [number, number][] {
  const superseded = supersededOf(segments);
  const keptDocuments = segments.slice(0, kept).reduce((sum, { documents }) => sum + documents, 0);
  // Those of segments that joined a new one have other numbers now, and are found again.
  const known = pairs.filter((pair) =>
    pair.every((document) => document < keptDocuments && !superseded.has(document)),
  );
  if (segments.length === kept) return known;
  const { texts, groups, from } = readTexts(folder, segments, { superseded, kept });
  return groups < 2 ? known : closestOf(findPairs(texts, minShared, from), known);
}

/** Numbers over all segments. */
function supersededOf(segments: readonly ManifestArchiveSegment[]): Set<number> {
  const numbers = new Set<number>();
  let firstDocument = 0;
  for (const { documents, superseded } of segments) {
    for (const local of superseded) numbers.add(firstDocument + local);
    firstDocument += documents;
  }
  return numbers;
}

/** Live documents that are long enough to compare; `from`: the place of the first that is not of a kept segment. */
function readTexts(
  folder: string,
  segments: readonly ManifestArchiveSegment[],
  { superseded, kept }: { superseded: ReadonlySet<number>; kept: number },
): { texts: SignedTexts; groups: number; from: number } {
  const documents = segments.reduce((sum, segment) => sum + segment.documents, 0);
  const numbers = new Uint32Array(documents);
  const sources = new Uint16Array(documents);
  const signatures = new Uint8Array(documents * signatureBytes);
  const groups = new Map<string, number>();
  let firstDocument = 0;
  let count = 0;
  let from = 0;
  segments.forEach((segment, s) => {
    if (s === kept) from = count;
    const read = readSignatures(folder, segment.file);
    for (let local = 0; read.signatures && local < segment.documents; local++) {
      const signature = read.signatures.subarray(local * signatureBytes, (local + 1) * signatureBytes);
      if (superseded.has(firstDocument + local) || signature.every((byte) => byte === 0)) continue;
      const source = read.sources[read.sourceOf[local]!]!;
      const group = groups.get(source) ?? groups.size;
      groups.set(source, group);
      numbers[count] = firstDocument + local;
      sources[count] = group;
      signatures.set(signature, count++ * signatureBytes);
    }
    firstDocument += segment.documents;
  });
  const texts = {
    numbers: numbers.subarray(0, count),
    groups: sources.subarray(0, count),
    signatures: signatures.subarray(0, count * signatureBytes),
  };
  return { texts, groups: groups.size, from };
}

function readSignatures(folder: string, file: string) {
  const { meta, arrays } = readSections<ArchiveSegmentMeta>(join(folder, `${file}.seg`), archiveSegmentKind, {
    arena: new Arena(1 << 16),
    wanted: (name) => name === signaturesSection || name === "archive.sourceOf",
  });
  return {
    sources: meta.sources,
    sourceOf: arrays["archive.sourceOf"] as Uint16Array,
    signatures: arrays[signaturesSection] as Uint8Array | undefined,
  };
}

/** The known pairs and the closest of the found ones, in order of their numbers: no document has too many. */
function closestOf(found: readonly Pair[], known: readonly [number, number][]): [number, number][] {
  const taken = new Map<number, number>();
  const isFull = (document: number) => (taken.get(document) ?? 0) >= maxPairs;
  const kept: [number, number][] = [];
  const keep = (a: number, b: number) => {
    for (const document of [a, b]) taken.set(document, (taken.get(document) ?? 0) + 1);
    kept.push([a, b]);
  };
  for (const [a, b] of known) keep(a, b);
  for (const { a, b } of [...found].sort((x, y) => y.shared - x.shared))
    if (!isFull(a) && !isFull(b)) keep(a, b);
  return kept.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
}
