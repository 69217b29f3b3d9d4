/** For tests: archive segments in a folder, mounted as one thread would. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { TermInterner } from "../../search/analysis/term-interner.ts";
import { bitsetBytes, setRange } from "../../search/bitset.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { layScratch } from "../../search/kernels/scratch.ts";
import { readSections } from "../../search/segment/section-file.ts";
import { CodesBuilder } from "../../search/vector/codes.ts";
import { fakeDimensions, fakeEmbed } from "../projects/project-index.case.ts";
import { ArchiveIndex } from "./archive-index.ts";
import { type ArchiveSegmentMeta, archiveSegmentKind } from "./archive-layout.ts";
import { ArchiveSegment } from "./archive-segment.ts";
import { ArchiveSegmentWriter, type SegmentDocument } from "./archive-segment-writer.ts";
import type { MountedSegment } from "./mounted-segment.ts";
import type { SegmentBits } from "./segment-bits.ts";

export interface TestDocument extends SegmentDocument {
  chunks: { start: number; end: number }[];
}

/** A document split into the given passages. */
export function documentOf(
  number: number,
  fields: Partial<SegmentDocument> & { passages?: string[] },
): TestDocument {
  const { passages = ["nothing"], ...rest } = fields;
  let content = "";
  const chunks = passages.map((passage) => {
    const start = content.length;
    content += passage;
    const end = content.length;
    content += "\n\n";
    return { start, end };
  });
  const documentId = `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
  const hash = createHash("sha256").update(`${documentId} ${content}`).digest("hex");
  return {
    documentId,
    source: "essays",
    title: `Title ${number}`,
    author: null,
    url: null,
    publishedAt: null,
    content,
    contentHash: hash,
    chunks,
    ...rest,
  };
}

export const bySourceAndId = (a: TestDocument, b: TestDocument) =>
  a.source < b.source || (a.source === b.source && a.documentId < b.documentId) ? -1 : 1;

type Parameters = Pick<ArchiveSegmentMeta, "passages" | "wholes">;

export function writeSegment(
  path: string,
  documents: readonly TestDocument[],
  parameters?: Parameters,
): ArchiveSegmentMeta {
  const writer = new ArchiveSegmentWriter(path, new TermInterner());
  const codes = new CodesBuilder(fakeDimensions);
  for (const document of documents) {
    writer.add(document, document.chunks);
    for (const { start, end } of document.chunks)
      codes.add(fakeEmbed(`${document.title} ${document.content.slice(start, end)}`));
  }
  return writer.finish(codes.build(), { dimensions: fakeDimensions, parameters });
}

export function mount(paths: readonly string[]): ArchiveIndex {
  const arena = new Arena(1 << 16);
  const scratch = layScratch(arena);
  const counts = arena.allocate(8);
  const bits = (size: ArchiveSegmentMeta, full: boolean): SegmentBits => {
    const place = (length: number) => {
      const at = arena.allocate(bitsetBytes(length));
      const bytes = arena.bytes(at, bitsetBytes(length));
      if (full) setRange(bytes, 0, length);
      return { at, bytes };
    };
    const chunks = place(size.chunks);
    const documents = place(size.documents);
    return {
      chunks: chunks.bytes,
      chunksAt: chunks.at,
      documents: documents.bytes,
      documentsAt: documents.at,
    };
  };
  let firstDocument = 0;
  let firstChunk = 0;
  const mounted = paths.map((path): MountedSegment => {
    const loaded = readSections<ArchiveSegmentMeta>(`${path}.seg`, archiveSegmentKind, arena);
    const segment = new ArchiveSegment(loaded, `${path}.txt`, { arena, scratch });
    const own = {
      segment,
      firstDocument,
      firstChunk,
      live: bits(segment.meta, true),
      filter: bits(segment.meta, false),
      scratch,
    };
    firstDocument += segment.meta.documents;
    firstChunk += segment.meta.chunks;
    return own;
  });
  return new ArchiveIndex(mounted, {
    withdrawals: new Int32Array(arena.memory.buffer as never, counts, 1),
  });
}

/** One segment per list of documents, all with the first one's parameters unless others are given. */
export function archiveOf(
  folder: string,
  lists: readonly (readonly TestDocument[])[],
  parameters?: Parameters,
): { archive: ArchiveIndex; parameters: Parameters } {
  let frozen = parameters;
  const paths = lists.map((documents, i) => {
    const path = join(folder, `archive-${i}-of-${lists.length}`);
    const meta = writeSegment(path, documents, frozen);
    frozen ??= { passages: meta.passages, wholes: meta.wholes };
    return path;
  });
  return { archive: mount(paths), parameters: frozen! };
}
