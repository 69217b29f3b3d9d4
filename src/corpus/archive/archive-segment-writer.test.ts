import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { analyze } from "../../search/analysis/analyzer.ts";
import { TermInterner } from "../../search/analysis/term-interner.ts";
import { signatureBytes } from "../../search/duplicates/signature.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { layScratch } from "../../search/kernels/scratch.ts";
import { readSections } from "../../search/segment/section-file.ts";
import { tempFolder } from "../../search/segment/temp-folder.case.ts";
import { CodesBuilder } from "../../search/vector/codes.ts";
import { fakeDimensions, fakeEmbed } from "../projects/project-index.case.ts";
import { documentOf, type TestDocument } from "./archive-index.case.ts";
import { type ArchiveSegmentMeta, archiveSegmentKind, signaturesSection } from "./archive-layout.ts";
import { ArchiveSegment } from "./archive-segment.ts";
import { ArchiveSegmentWriter, type OutlineListener } from "./archive-segment-writer.ts";

function write(documents: readonly TestDocument[], outline: (names: TermInterner) => OutlineListener | null) {
  const path = join(tempFolder(), "segment");
  const interner = new TermInterner();
  const writer = new ArchiveSegmentWriter(path, interner, outline(interner));
  const codes = new CodesBuilder(fakeDimensions);
  const heard: string[][] = [];
  for (const document of documents) {
    writer.add(document, document.chunks, {
      onChunk: (terms) => {
        heard.push(Array.from(terms, (term) => interner.terms[term]!));
      },
    });
    for (const { start, end } of document.chunks) codes.add(fakeEmbed(document.content.slice(start, end)));
  }
  expect([writer.documents, writer.chunks]).toEqual([documents.length, heard.length]);
  const meta = writer.finish(codes.build(), { dimensions: fakeDimensions });
  const arena = new Arena(1 << 16);
  const loaded = readSections<ArchiveSegmentMeta>(`${path}.seg`, archiveSegmentKind, arena);
  const segment = new ArchiveSegment(loaded, `${path}.txt`, { arena, scratch: layScratch(arena) });
  onTestFinished(() => segment.close());
  expect(segment.meta).toEqual(meta);
  return { segment, meta, heard, arrays: loaded.arrays };
}
const plainly = (documents: readonly TestDocument[]) => write(documents, () => null);

it("records how many documents, chunks and terms there are, and where each document begins", () => {
  const { segment, meta, heard } = plainly([
    documentOf(1, { title: "Rain", passages: ["wooden bridge", "river"] }),
    documentOf(2, { title: "Farm", passages: ["bridge"], source: "papers" }),
  ]);
  expect(meta).toMatchObject({
    documents: 2,
    chunks: 3,
    dimensions: fakeDimensions,
    sources: ["essays", "papers"],
  });
  expect([...segment.arrays.chunkStarts]).toEqual([0, 2, 3]);
  expect([...segment.arrays.sourceOf]).toEqual([0, 1]);
  expect(heard).toEqual(["Rain wooden bridge", "Rain river", "Farm bridge"].map((text) => analyze(text)));
  // The title counts three times.
  expect(meta.passages.averageLength).toBeCloseTo((3 + 2 + 3 + 1 + 3 + 1) / 3);
  expect(meta.wholes.averageLength).toBeCloseTo((3 + 3 + 3 + 1) / 2);
  expect(segment.arrays.threads).toBeUndefined();
});

it("records the start of each content hash, and a signature of each text that is long enough", () => {
  const long = Array.from({ length: 200 }, (_, i) => `word${i}`).join(" ");
  const documents = [documentOf(1, { passages: [long] }), documentOf(2, { passages: ["short"] })];
  const { segment, arrays } = plainly(documents);
  documents.forEach(({ contentHash }, i) => {
    const hash = Buffer.from(segment.arrays.hashes.slice(i * 16, i * 16 + 16)).toString("hex");
    expect(hash).toBe(contentHash.slice(0, 32));
  });
  const signatures = arrays[signaturesSection] as Uint8Array;
  expect(signatures).toHaveLength(2 * signatureBytes);
  expect(signatures.subarray(0, signatureBytes).some((byte) => byte > 0)).toBe(true);
});

it("finds the bytes of chunks that overlap, in texts with characters of several bytes", () => {
  const content = "é支😀 first. Second é支. Third.";
  const chunks = [
    { start: 0, end: 20 },
    { start: 5, end: 24 },
    { start: 12, end: content.length },
  ];
  const document = { ...documentOf(1, {}), content, chunks };
  const { segment } = plainly([documentOf(0, { passages: ["plain"] }), document]);
  expect(chunks.map((_, i) => segment.chunkText(1 + i, 1))).toEqual(
    chunks.map(({ start, end }) => content.slice(start, end)),
  );
  expect(segment.arrays.contentChars[1]).toBe([...content].length);
  expect(segment.charsBefore(2, 1)).toBe(4);
});

it("with an outline keeps records and frequencies only, and its listener gets the terms of all fields", () => {
  const heard: string[] = [];
  const documents = [
    documentOf(1, { title: "Rain", author: "Ada", passages: ["wooden bridge", "river"], thread: "t" }),
    documentOf(2, { title: "Farm", passages: ["bridge"] }),
  ];
  const { segment, meta } = write(documents, ({ terms }) => {
    const text = (some: Uint32Array) => Array.from(some, (term) => terms[term]).join(" ");
    return {
      passage: (title, body) => heard.push(`passage: ${text(title)} | ${text(body)}`),
      whole: (title, author, content) =>
        heard.push(`whole: ${text(title)} | ${text(author)} | ${text(content)}`),
    };
  });
  expect(heard).toEqual([
    "passage: rain | wooden bridg",
    "passage: rain | river",
    "whole: rain | ada | wooden bridg river",
    "passage: farm | bridg",
    "whole: farm |  | bridg",
  ]);
  const plain = plainly(documents);
  expect(meta).toEqual({ ...plain.meta, textBytes: meta.textBytes });
  expect(meta.textBytes).toBeLessThan(plain.meta.textBytes);
  expect([0, 1].map((i) => segment.record(i))).toEqual([0, 1].map((i) => plain.segment.record(i)));
  expect([0, 1].map((i) => segment.documentId(i))).toEqual(documents.map(({ documentId }) => documentId));
  const { arrays } = segment;
  for (const name of ["contentAt", "contentBytes", "chunkAt", "chunkBytes"] as const)
    expect(arrays[name]).toHaveLength(0);
  for (const name of ["contentChars", "chunkStarts", "recordBytes", "sourceOf", "threads"] as const)
    expect(arrays[name]).toEqual(plain.segment.arrays[name]);
  const term = segment.terms.find("bridg");
  expect(segment.wholes.documentFrequency(term)).toBe(2);
  expect(segment.passages.documentFrequency(term)).toBe(2);
});

it("leaves out the terms of documents that were read after it", () => {
  const path = join(tempFolder(), "segment");
  const interner = new TermInterner();
  const writer = new ArchiveSegmentWriter(path, interner);
  const document = documentOf(1, { passages: ["wooden"] });
  writer.add(document, document.chunks);
  interner.intern("later", { push: () => {} } as never);
  const codes = new CodesBuilder(fakeDimensions);
  codes.add(null);
  writer.finish(codes.build(), { dimensions: fakeDimensions });
  const arena = new Arena(1 << 16);
  const loaded = readSections<ArchiveSegmentMeta>(`${path}.seg`, archiveSegmentKind, arena);
  const segment = new ArchiveSegment(loaded, `${path}.txt`, { arena, scratch: layScratch(arena) });
  onTestFinished(() => segment.close());
  expect(segment.terms.find("wooden")).toBeGreaterThanOrEqual(0);
  expect(segment.terms.find("later")).toBe(-1);
});

it("leaves no file when it is abandoned", () => {
  const path = join(tempFolder(), "segment");
  const writer = new ArchiveSegmentWriter(path, new TermInterner());
  const document = documentOf(1, {});
  writer.add(document, document.chunks);
  writer.abandon();
  expect([existsSync(`${path}.txt`), existsSync(`${path}.seg`)]).toEqual([false, false]);
});
