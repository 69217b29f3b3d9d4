/**
 * Decides what to build of the archive: nothing, a small segment with the changes, or everything. Segments never
 * change; documents that are removed or replaced are marked as superseded in the manifest.
 */
import { join } from "node:path";
import { archiveSegmentKind } from "../corpus/archive/archive-layout.ts";
import type { Manifest, ManifestArchiveSegment } from "../corpus/manifest.ts";
import { Arena } from "../search/kernels/arena.ts";
import { readSections } from "../search/segment/section-file.ts";
import type { DocumentList } from "./document-list.ts";

export interface ArchivePlan {
  /** Segments that are kept, with their superseded documents. */
  kept: ManifestArchiveSegment[];
  /** Documents to put into new segments, by their places in the list, ascending; empty when nothing changed. */
  build: Uint32Array;
  /** Unchanged documents that could not be embedded before. */
  retried: ReadonlySet<string>;
}

/** Later segments with fewer documents than this join the next one. */
const smallSegment = 1_000;
/** A kept segment has at least this many times the documents of all later ones, which bounds the number of segments. */
const growth = 2;
/** When at least this share of the archive changed, all of it is rebuilt. */
const rebuildShare = 0.25;

/** A full build. */
export function planFull(
  documents: Pick<DocumentList, "length">,
  retried: ReadonlySet<string> = new Set(),
): ArchivePlan {
  return { kept: [], build: new Uint32Array(documents.length).map((_, place) => place), retried };
}

/** The smallest build that updates the previous snapshot's archive to the given documents. */
export function planIncrement(segments: string, previous: Manifest, documents: DocumentList): ArchivePlan {
  /** Number of the segment that holds each document as it is, from 1; 0: none does. */
  const heldBy = new Uint32Array(documents.length);
  const retried = new Set<string>();
  const live: number[] = [];
  const kept = previous.archive.segments.map((segment, s) => {
    const { count, ids, hashes } = readHeld(segments, segment.file);
    const gone = new Set(segment.superseded);
    const retry = new Set(segment.unembedded);
    const superseded: number[] = [];
    for (let document = 0; document < count; document++) {
      const place = gone.has(document) ? -1 : documents.find(ids, document * 16);
      const current = place >= 0 && documents.hasHash(place, hashes, document * 16);
      if (current && retry.has(document)) retried.add(documents.id(place));
      if (current && !retry.has(document)) heldBy[place] = s + 1;
      else superseded.push(document);
    }
    live.push(count - superseded.length);
    return { ...segment, superseded, unembedded: [] };
  });
  const changed = heldBy.reduce((count, holder) => (holder === 0 ? count + 1 : count), 0);
  const waste = kept.reduce((sum, segment) => sum + segment.superseded.length, 0);
  if (waste + changed > rebuildShare * documents.length) return planFull(documents, retried);
  if (changed === 0) return { kept, build: new Uint32Array(0), retried };
  const joined = joinedFrom(live, changed);
  const places = new Uint32Array(documents.length).map((_, place) => place);
  const build = places.filter((place) => heldBy[place] === 0 || heldBy[place]! > joined);
  return { kept: kept.slice(0, joined), build, retried };
}

/**
 * The first of the segments (1 or later) whose documents go into the new one, with those of all after it; the number
 * of segments when none does. `sizes` are their documents, `changed` those that the new segment has to hold anyway.
 */
export function joinedFrom(sizes: readonly number[], changed: number): number {
  let first = sizes.length;
  let size = changed;
  while (first > 1 && sizes[first - 1]! < Math.max(smallSegment, growth * size)) size += sizes[--first]!;
  return first;
}

/**
 * How many of the segments, and of the documents of a build, are as they are listed: a document may have changed, or been
 * withdrawn, before it was read.
 */
export function countListed(
  folder: string,
  segments: readonly ManifestArchiveSegment[],
  { documents, build }: { documents: DocumentList; build: Uint32Array },
): { segments: number; documents: number } {
  let until = 0;
  for (const [s, { file }] of segments.entries()) {
    const { count, ids, hashes } = readHeld(folder, file);
    for (let document = 0; document < count; document++) {
      const place = documents.find(ids, document * 16);
      if (place < 0 || place !== build[until + document] || !documents.hasHash(place, hashes, document * 16))
        return { segments: s, documents: until };
    }
    until += count;
  }
  return { segments: segments.length, documents: until };
}

/** Ids and the halves of content hashes of a segment's documents, 16 bytes each, in order. */
export function readHeld(
  segments: string,
  file: string,
): { count: number; ids: Uint8Array; hashes: Uint8Array } {
  const { arrays } = readSections(join(segments, `${file}.seg`), archiveSegmentKind, {
    arena: new Arena(1 << 16),
    wanted: (name) => name === "archive.ids" || name === "archive.hashes",
  });
  const ids = arrays["archive.ids"] as Uint8Array;
  return { count: ids.length / 16, ids, hashes: arrays["archive.hashes"] as Uint8Array };
}
