/**
 * Reads `table.bin`, the table distilled from a sentence model by tools/embedding-table. Little-endian: rows,
 * dimensions and bytes of names (uint32 each); the names, joined by line feeds; a float32 scale per row; the rows, two
 * numbers of four bits per byte, the low half first, each stored plus 8.
 */
import { readFileSync } from "node:fs";

export interface PackedTable {
  dimensions: number;
  /** WordPieces (`##` before all but the first of a word) and whole words. */
  names: string[];
  scales: Float32Array;
  /** dimensions / 2 bytes per row. */
  packed: Uint8Array;
}

const headerBytes = 12;

export function readTableFile(): PackedTable {
  const file = readFileSync(new URL("./table.bin", import.meta.url));
  const rows = file.readUInt32LE(0);
  const dimensions = file.readUInt32LE(4);
  const nameBytes = file.readUInt32LE(8);
  const scalesAt = headerBytes + nameBytes;
  const names = file.toString("utf8", headerBytes, scalesAt).split("\n", rows);
  const scales = Float32Array.from({ length: rows }, (_, row) => file.readFloatLE(scalesAt + row * 4));
  return { dimensions, names, scales, packed: file.subarray(scalesAt + rows * 4) };
}
