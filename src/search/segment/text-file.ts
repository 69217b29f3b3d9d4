/** Texts beside a segment: one flat file, verified block by block when a block is first read. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import { blockBytes } from "../kernels/scratch.ts";
import { DurableWriter } from "./durable-file.ts";
import { SegmentError } from "./segment-error.ts";

/** Appends texts; `finish` returns the block checksums, which are stored in the segment's section file. */
export class TextFileWriter {
  readonly #writer: DurableWriter;
  readonly #arena = new Arena(blockBytes);
  readonly #at = this.#arena.allocate(blockBytes);
  readonly #block = this.#arena.bytes(this.#at, blockBytes);
  readonly #checksums: number[] = [];
  #filled = 0;

  constructor(path: string) {
    this.#writer = new DurableWriter(path);
  }

  /** Returns where the text starts. */
  append(bytes: Uint8Array): number {
    const offset = this.#writer.written + this.#filled;
    for (let at = 0; at < bytes.length; ) {
      const piece = Math.min(bytes.length - at, blockBytes - this.#filled);
      this.#block.set(bytes.subarray(at, at + piece), this.#filled);
      this.#filled += piece;
      at += piece;
      if (this.#filled === blockBytes) this.#flush();
    }
    return offset;
  }

  /** 32 bits of checksum per block; the file's length. */
  finish(): { checksums: Uint32Array; bytes: number } {
    this.#flush();
    const bytes = this.#writer.written;
    this.#writer.commit();
    return { checksums: Uint32Array.from(this.#checksums), bytes };
  }

  abandon(): void {
    this.#writer.abandon();
  }

  #flush(): void {
    if (this.#filled === 0) return;
    this.#checksums.push(checksum32(this.#arena, this.#at, this.#filled));
    this.#writer.write(this.#block.slice(0, this.#filled));
    this.#filled = 0;
  }
}

function checksum32(arena: Arena, at: Pointer, length: number): number {
  return Number(BigInt.asUintN(32, arena.kernels.checksum(at, length)));
}

/** A byte order mark inside a text is an ordinary character. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Read side of {@link TextFileWriter}. One per thread. */
export class TextFile {
  readonly #path: string;
  readonly #handle: number;
  readonly #bytes: number;
  readonly #checksums: Uint32Array;
  readonly #verified: Uint8Array;
  readonly #arena: Arena;
  readonly #at: Pointer;

  /** `block` points at {@link blockBytes} of working space in the arena. */
  constructor(
    path: string,
    stored: { bytes: number; checksums: Uint32Array },
    space: { arena: Arena; block: Pointer },
  ) {
    this.#path = path;
    this.#bytes = stored.bytes;
    this.#checksums = stored.checksums;
    this.#verified = new Uint8Array(stored.checksums.length);
    this.#arena = space.arena;
    this.#at = space.block;
    try {
      this.#handle = openSync(path, "r");
    } catch (error) {
      throw new SegmentError(path, "cannot be opened", { cause: error });
    }
    if (fstatSync(this.#handle).size === stored.bytes) return;
    closeSync(this.#handle);
    throw new SegmentError(path, "cut short");
  }

  /** Bytes at an offset. Throws a SegmentError when a block in the range is damaged. */
  read(offset: number, length: number): Buffer {
    const end = offset + length;
    for (let block = Math.floor(offset / blockBytes); block * blockBytes < end; block++)
      if (this.#verified[block] === 0) this.#verify(block);
    const bytes = Buffer.allocUnsafe(length);
    if (length > 0 && this.#fill(bytes, length, offset) < length)
      throw new SegmentError(this.#path, "cut short");
    return bytes;
  }

  text(offset: number, length: number): string {
    return decoder.decode(this.read(offset, length));
  }

  /** The value whose JSON is at an offset. Throws a SegmentError also when a file was changed after it was verified. */
  json<T>(offset: number, length: number): T {
    return this.parse(this.text(offset, length));
  }

  /** Like `json`, for text that was read before. */
  parse<T>(text: string): T {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new SegmentError(this.#path, "holds a record that is not JSON", { cause: error });
    }
  }

  /** Reads every block once; throws a SegmentError at the first damaged one. */
  verify(): void {
    this.#verified.forEach((done, block) => {
      if (done === 0) this.#verify(block);
    });
  }

  close(): void {
    closeSync(this.#handle);
  }

  #fill(bytes: Uint8Array, length: number, offset: number): number {
    try {
      return readSync(this.#handle, bytes, 0, length, offset);
    } catch (error) {
      throw new SegmentError(this.#path, "cannot be read", { cause: error });
    }
  }

  #verify(block: number): void {
    const start = block * blockBytes;
    const length = Math.min(blockBytes, this.#bytes - start);
    const read = this.#fill(this.#arena.bytes(this.#at, blockBytes), length, start);
    if (read < length || checksum32(this.#arena, this.#at, length) !== this.#checksums[block])
      throw new SegmentError(this.#path, `block ${block} does not match its checksum`);
    this.#verified[block] = 1;
  }
}
