/** Port between publish and a backend that keeps the archive's texts, postings and vectors outside the snapshot. */
import type { OutlineListener, SegmentDocument } from "../corpus/archive/archive-segment-writer.ts";

export interface SegmentSize {
  documents: number;
  chunks: number;
}

export interface ArchiveWriter {
  /** Where the archive is kept; snapshots name it. */
  readonly group: string;
  /** What is kept of each segment, complete or not, when the publish begins. */
  readonly segments: ReadonlyMap<string, SegmentSize>;
  /** Keeps these segments, and those whose names begin with `building`, until the installation says otherwise. */
  use(installation: string, use: { segments: readonly string[]; building: string | null }): Promise<void>;
  beginSegment(file: string, terms: readonly string[]): SegmentSink;
  /** Deletes what no installation uses. */
  collect(): Promise<void>;
  close(): Promise<void>;
}

/** Takes one segment's documents in order. */
export interface SegmentSink {
  /** Before the terms of its chunks and of the document as a whole. */
  begin(document: SegmentDocument, chunks: readonly { start: number; end: number }[]): void;
  terms: OutlineListener;
  /** Vectors of chunks in order; null where a chunk has none. */
  addVector(vector: ArrayLike<number> | null): void;
  /** Waits while more is queued than can be sent. */
  drain(): Promise<void>;
  /** Sends the rest, and makes the segment searchable. Rejects when something of it is missing. */
  finish(): Promise<void>;
}
