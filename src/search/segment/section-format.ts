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

/** Checksums of arrays, through the kernels. */
export class Checksummer {
  readonly #arena = new Arena(1 << 20);
  readonly #at = this.#arena.allocate(0);

  /** Hash of a whole array as 16 hex digits. Arrays are copied into one reused buffer. */
  of(bytes: Uint8Array): string {
    const missing = this.#at + bytes.length - this.#arena.used;
    if (missing > 0) this.#arena.allocate(missing);
    this.#arena.bytes(this.#at, bytes.length).set(bytes);
    return hex(this.#arena.kernels.checksum(this.#at, bytes.length));
  }
}

export const hex = (hash: bigint) => BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
