/**
 * The chunks that all contenders get: one line of index terms and one row of floats per chunk. Stored in files and
 * streamed, so that only the contender's own memory is measured.
 */
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface ChunkSet {
  readonly count: number;
  readonly dimensions: number;
  /** Index terms, separated by spaces, in order of chunk. */
  texts(): Generator<string>;
  /** In order of chunk; the array is reused, copy it to keep it. */
  vectors(): Generator<Float32Array>;
}

const pieceBytes = 1 << 22;
const names = { about: "chunks.json", texts: "chunks.txt", vectors: "chunks.f32" };

export class ChunkSetWriter {
  readonly #folder: string;
  readonly #dimensions: number;
  readonly #texts: number;
  readonly #vectors: number;
  #pending: string[] = [];
  #count = 0;

  constructor(folder: string, dimensions: number) {
    this.#folder = folder;
    this.#dimensions = dimensions;
    this.#texts = openSync(join(folder, names.texts), "w");
    this.#vectors = openSync(join(folder, names.vectors), "w");
  }

  add(terms: readonly string[], vector: Float32Array): void {
    this.#pending.push(terms.join(" "));
    writeSync(this.#vectors, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    this.#count++;
    if (this.#pending.length === 1000) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#texts);
    closeSync(this.#vectors);
    const about = { count: this.#count, dimensions: this.#dimensions };
    writeFileSync(join(this.#folder, names.about), JSON.stringify(about));
  }

  #flush(): void {
    if (this.#pending.length > 0) writeSync(this.#texts, `${this.#pending.join("\n")}\n`);
    this.#pending = [];
  }
}

/** Opens a written set, or its first `most` chunks. */
export function openChunkSet(folder: string, most = Number.POSITIVE_INFINITY): ChunkSet {
  const about = JSON.parse(readFileSync(join(folder, names.about), "utf8"));
  const count = Math.min(about.count, most);
  return {
    count,
    dimensions: about.dimensions,
    texts: () => lines(join(folder, names.texts), count),
    vectors: () => rows(join(folder, names.vectors), count, about.dimensions),
  };
}

function* lines(path: string, count: number): Generator<string> {
  const handle = openSync(path, "r");
  const decoder = new TextDecoder();
  const piece = new Uint8Array(pieceBytes);
  let rest = "";
  let given = 0;
  try {
    while (given < count) {
      const read = readSync(handle, piece, 0, pieceBytes, null);
      if (read === 0) return;
      const parts = (rest + decoder.decode(piece.subarray(0, read), { stream: true })).split("\n");
      rest = parts.pop()!;
      for (const line of parts) {
        if (given++ === count) return;
        yield line;
      }
    }
  } finally {
    closeSync(handle);
  }
}

function* rows(path: string, count: number, dimensions: number): Generator<Float32Array> {
  const rowBytes = dimensions * 4;
  const perPiece = Math.max(1, Math.floor(pieceBytes / rowBytes));
  const piece = new Float32Array(perPiece * dimensions);
  const bytes = new Uint8Array(piece.buffer);
  const handle = openSync(path, "r");
  try {
    for (let given = 0; given < count; ) {
      const read = readSync(handle, bytes, 0, bytes.length, null);
      const whole = Math.floor(read / rowBytes);
      if (whole === 0) return;
      for (let row = 0; row < whole && given < count; row++, given++)
        yield piece.subarray(row * dimensions, (row + 1) * dimensions);
    }
  } finally {
    closeSync(handle);
  }
}

/** All vectors in one array, for the full scan. */
export function readAllVectors(chunks: ChunkSet): Float32Array {
  const all = new Float32Array(chunks.count * chunks.dimensions);
  let row = 0;
  for (const vector of chunks.vectors()) all.set(vector, row++ * chunks.dimensions);
  return all;
}
