/**
 * Decides what to build of the archive: nothing, a small segment with the changes, or everything. Segments never
 * change; documents that are removed or replaced are marked as superseded in the manifest.
 */
import { join } from "node:path";
import { archiveSegmentKind, bytesToUuid } from "../corpus/archive/archive-layout.ts";
import type { Manifest, ManifestArchiveSegment } from "../corpus/manifest.ts";
import { Arena } from "../search/kernels/arena.ts";
import { readSections } from "../search/segment/section-file.ts";

export interface Fingerprint {
  documentId: string;
  source: string;
  contentHash: string;
}

export interface ArchivePlan {
  /** Segments that are kept, with their superseded documents. */
  kept: ManifestArchiveSegment[];
  /** Ids of documents to put into one new segment; empty when nothing changed. */
  build: string[];
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
  documents: readonly Fingerprint[],
  retried: ReadonlySet<string> = new Set(),
): ArchivePlan {
  return { kept: [], build: documents.map(({ documentId }) => documentId), retried };
}

/** The smallest build that updates the previous snapshot's archive to the given documents. */
export function planIncrement(
  segments: string,
  previous: Manifest,
  documents: readonly Fingerprint[],
): ArchivePlan {
  const hashOf = new Map(
    documents.map(({ documentId, contentHash }) => [documentId, contentHash.slice(0, 32)]),
  );
  const placed = new Set<string>();
  const retried = new Set<string>();
  const live: string[][] = [];
  const kept = previous.archive.segments.map((segment) => {
    const held = readHeld(segments, segment.file);
    const gone = new Set(segment.superseded);
    const retry = new Set(segment.unembedded);
    const staying: string[] = [];
    const superseded: number[] = [];
    held.forEach(({ id, hash }, document) => {
      const current = !gone.has(document) && hashOf.get(id) === hash;
      if (current && retry.has(document)) retried.add(id);
      if (current && !retry.has(document)) {
        placed.add(id);
        staying.push(id);
      } else superseded.push(document);
    });
    live.push(staying);
    return { ...segment, superseded, unembedded: [] };
  });
  const changed = documents.map(({ documentId }) => documentId).filter((id) => !placed.has(id));
  const waste = kept.reduce((sum, segment) => sum + segment.superseded.length, 0);
  if (waste + changed.length > rebuildShare * documents.length) return planFull(documents, retried);
  if (changed.length === 0) return { kept, build: [], retried };
  const joined = joinedFrom(
    live.map(({ length }) => length),
    changed.length,
  );
  const merged = new Set(changed.concat(...live.slice(joined)));
  const build = documents.map(({ documentId }) => documentId).filter((id) => merged.has(id));
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

/** Ids and content hashes of a segment's documents, in order. */
export function readHeld(segments: string, file: string): { id: string; hash: string }[] {
  const { arrays } = readSections(join(segments, `${file}.seg`), archiveSegmentKind, {
    arena: new Arena(1 << 16),
    wanted: (name) => name === "archive.ids" || name === "archive.hashes",
  });
  const ids = arrays["archive.ids"] as Uint8Array;
  const { buffer, byteOffset, byteLength } = arrays["archive.hashes"] as Uint8Array;
  const hex = Buffer.from(buffer, byteOffset, byteLength).toString("hex");
  return Array.from({ length: ids.length / 16 }, (_, document) => ({
    id: bytesToUuid(ids.subarray(document * 16, document * 16 + 16)),
    hash: hex.slice(document * 32, document * 32 + 32),
  }));
}
