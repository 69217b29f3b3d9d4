/** Maps numbers over a whole snapshot to the segments' own, under which OpenSearch knows chunks and documents. */
import type { ManifestArchiveSegment } from "../../corpus/manifest.ts";
import { lowerBound } from "../../search/lower-bound.ts";

export interface LocalNumber {
  /** Position of the segment in the manifest. */
  segment: number;
  local: number;
}

export interface SegmentNumbers {
  files: readonly string[];
  chunk(number: number): LocalNumber;
  document(number: number): LocalNumber;
  /** Ids in the indices. */
  chunkId(number: number): string;
  documentId(number: number): string;
  /** Null for a segment that the snapshot lacks. */
  chunkNumber(file: string, local: number): number | null;
  documentNumber(file: string, local: number): number | null;
}

/** Id of a chunk or document: its segment and its number there. */
export const localId = (file: string, local: number): string => `${file}/${local}`;

export function segmentNumbers(segments: readonly ManifestArchiveSegment[]): SegmentNumbers {
  const files = segments.map(({ file }) => file);
  const places = new Map(files.map((file, i) => [file, i]));
  const firstChunks = firstsOf(segments.map(({ chunks }) => chunks));
  const firstDocuments = firstsOf(segments.map(({ documents }) => documents));
  const localOf = (firsts: Uint32Array, number: number): LocalNumber => {
    const segment = lowerBound(firsts, number + 1) - 1;
    return { segment, local: number - firsts[segment]! };
  };
  const idOf = ({ segment, local }: LocalNumber) => localId(files[segment]!, local);
  const numberOf = (firsts: Uint32Array, file: string, local: number) => {
    const place = places.get(file);
    return place === undefined ? null : firsts[place]! + local;
  };
  const chunk = (number: number) => localOf(firstChunks, number);
  const document = (number: number) => localOf(firstDocuments, number);
  return {
    files,
    chunk,
    document,
    chunkId: (number) => idOf(chunk(number)),
    documentId: (number) => idOf(document(number)),
    chunkNumber: (file, local) => numberOf(firstChunks, file, local),
    documentNumber: (file, local) => numberOf(firstDocuments, file, local),
  };
}

function firstsOf(sizes: readonly number[]): Uint32Array {
  const firsts = new Uint32Array(sizes.length);
  for (let i = 1; i < sizes.length; i++) firsts[i] = firsts[i - 1]! + sizes[i - 1]!;
  return firsts;
}
