/** Ports of the embedders of a publish: vectors of the archive, segment by segment, then of other texts. */
import type { ChunkTermsListener, SegmentDocument } from "../../corpus/archive/archive-segment-writer.ts";
import type { ManifestEmbedder } from "../../corpus/manifest.ts";
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import { CodesBuilder } from "../../search/vector/codes.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import type { Chunk } from "../chunk/chunk.ts";
import type { TextList, Vector } from "./embed-texts.ts";

export interface ArchiveVectors {
  dimensions: number;
  /** `onVector` gets the vectors of all chunks in order; each is valid during the call. */
  beginSegment(interner: TermInterner, onVector?: (vector: Vector) => void): SegmentVectors;
  /** After the last segment. */
  finish(): Promise<Embedding>;
  /** At the end, also of a failed publish. */
  close(): Promise<void>;
}

/** Vectors of one segment while its documents pass, so that their texts are never all in memory together. */
export interface SegmentVectors {
  /** For each chunk of the next document, in order. */
  onChunk: ChunkTermsListener;
  /** Then for the document. */
  add(document: SegmentDocument, chunks: readonly Chunk[]): Promise<void>;
  finish(): Promise<EmbeddedSegment>;
}

export interface SegmentProgress {
  /** After each document. */
  onDocument(): void;
  /** After the last one of a segment. */
  onEnd(): void;
}

export interface EmbeddedSegment {
  /** In chunk order. */
  codes: { build(): VectorArrays | Promise<VectorArrays> };
  /** Documents of which some chunk has no vector. */
  unembedded: number[];
}

export interface Embedding {
  embedder: ManifestEmbedder;
  /** Embeds other texts with the same embedder; null for a text that could not be embedded. */
  embedTexts(texts: TextList): Promise<Vector[]>;
}

export interface CodesPlan {
  /** Passages of a segment, about; fewer than come are no error. */
  expected: number;
  /** Vectors are kept elsewhere, so that lists would be arranged in vain. */
  keptElsewhere: boolean;
}

export const newCodes = (dimensions: number, { expected, keptElsewhere }: CodesPlan): CodesBuilder =>
  new CodesBuilder(dimensions, { expected, ...(keptElsewhere && { listsFrom: Number.POSITIVE_INFINITY }) });
