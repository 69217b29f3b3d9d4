/** What an archive segment holds: documents in order of (source, id), each cut into chunks. */
import { createHash } from "node:crypto";
import type { Bm25Parameters } from "../../search/text/bm25.ts";

export const archiveSegmentKind = "archive";

/** Of the text ranking; the same in all segments of a snapshot. */
export interface ArchiveParameters {
  passages: Bm25Parameters;
  wholes: Bm25Parameters;
}

export interface ArchiveSegmentMeta extends ArchiveParameters {
  documents: number;
  chunks: number;
  /** Of the vectors as given, before padding. */
  dimensions: number;
  textBytes: number;
  /** Source number → key. */
  sources: string[];
}

/** The stored record of a document, without its text. */
export interface DocumentRecordFields {
  title: string;
  author: string | null;
  url: string | null;
  publishedAt: string | null;
  /** Absent where it is not known, and in older segments. */
  language?: string;
  /** Present on a summary that a machine wrote. */
  machineSummary?: true;
}

export interface ArchiveArrays {
  /** 16 bytes per document: its UUID. */
  ids: Uint8Array;
  /** Document numbers in order of id, for look-up. */
  idOrder: Uint32Array;
  /** 16 bytes per document: the start of its content hash. */
  hashes: Uint8Array;
  sourceOf: Uint16Array;
  /** Where the record (JSON) starts in the text file; its length in bytes. */
  recordAt: Float64Array;
  recordBytes: Uint32Array;
  /** Where the content starts; its length in bytes and in characters (code points). */
  contentAt: Float64Array;
  contentBytes: Uint32Array;
  contentChars: Uint32Array;
  /** Document → first chunk; one more entry than documents. */
  chunkStarts: Uint32Array;
  /** Chunk → bytes from the start of its document's content; its length in bytes. */
  chunkAt: Uint32Array;
  chunkBytes: Uint32Array;
  /**
   * Signatures of the texts, one after another; zeros for a text that is too short. Read by publish only; older
   * segments have none.
   */
  signatures?: Uint8Array;
  /** Threads as {@link threadNumber}; missing where no document has one, and in older segments. */
  threads?: Float64Array;
}

/** Sections that requests do not need. */
export const signaturesSection = "archive.signatures";

/** First chunks of a document, whose mean closeness counts. */
export const leadChunks = 5;

/** Weight of one occurrence in the title, where one in the text weighs 1. */
export const titleWeight = { passages: 3, wholes: 3 } as const;
/** The same of the author's name, in whole documents. */
export const authorWeight = 3;

/** Gentle length normalisation: documents here differ in length a thousandfold. Measured in `bench/`. */
export const passageShape = { k1: 1.2, b: 0.5 } as const;
export const wholeShape = { k1: 1.4, b: 0.5 } as const;

/** A whole number above 0 and below 2^53 for a thread of a source; 0 for none. Two threads never share one in practice. */
export function threadNumber(source: string, thread: string | undefined): number {
  if (thread === undefined) return 0;
  const hash = createHash("sha256")
    .update(JSON.stringify([source, thread]))
    .digest();
  return 1 + hash.readUIntBE(0, 6);
}

/** 16 bytes of a UUID in its usual spelling. */
export function uuidToBytes(uuid: string): Uint8Array {
  return Uint8Array.from(Buffer.from(uuid.replaceAll("-", ""), "hex"));
}

export function bytesToUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
