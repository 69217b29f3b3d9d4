/**
 * A file of named arrays: magic, format version, header length, header (JSON), then the arrays, each aligned
 * to 64 bytes and with its own checksum.
 */
import { Arena, type TypedArray } from "../kernels/arena.ts";

/** Grows when the layout changes; older readable versions are listed with it. */
export const formatVersion = 1;
export const readableVersions: readonly number[] = [1];
export const magic = "PRIORART";
export const alignment = 64;
export const prefixBytes = 24;

export const arrayTypes = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;
export type ArrayType = keyof typeof arrayTypes;

export interface SectionEntry {
  type: ArrayType;
  offset: number;
  bytes: number;
  checksum: string;
}

export interface Header {
  kind: string;
  meta: unknown;
  sections: Record<string, SectionEntry>;
  bytes: number;
}

export type Sections = Record<string, TypedArray>;

/** Bytes of an array that are hashed at a time, a multiple of 32. */
const pieceBytes = 1 << 20;

/** Checksums of arrays, through the kernels. */
export class Checksummer {
  readonly #arena = new Arena(2 * pieceBytes);
  readonly #lanes = this.#arena.allocate(32);
  readonly #piece = this.#arena.allocate(pieceBytes);

  /** Hash of a whole array as 16 hex digits. Arrays are copied in pieces, into the same memory. */
  of(bytes: Uint8Array): string {
    const { kernels } = this.#arena;
    kernels.beginChecksum(this.#lanes);
    for (let at = 0; ; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      this.#arena.bytes(this.#piece, piece.length).set(piece);
      const rest = piece.length % 32;
      const whole = piece.length - rest;
      kernels.addToChecksum(this.#lanes, this.#piece, whole);
      if (piece.length === pieceBytes) continue;
      return hex(kernels.endChecksum(this.#lanes, bytes.length, this.#piece + whole, rest));
    }
  }
}

export const hex = (hash: bigint) => BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
