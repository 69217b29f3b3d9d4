/**
 * A file of named arrays: magic, format version, header length, header (JSON), then the arrays, each aligned
 * to 64 bytes and with its own checksum. Read straight into an arena.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Arena, type TypedArray } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import { DurableWriter } from "./durable-file.ts";
import { SegmentError } from "./segment-error.ts";

/** Grows when the layout changes; older readable versions are listed with it. */
export const formatVersion = 1;
const readableVersions: readonly number[] = [1];
const magic = "PRIORART";
const alignment = 64;
const prefixBytes = 24;

const arrayTypes = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;
type ArrayType = keyof typeof arrayTypes;

interface SectionEntry {
  type: ArrayType;
  offset: number;
  bytes: number;
  checksum: string;
}

interface Header {
  kind: string;
  meta: unknown;
  sections: Record<string, SectionEntry>;
  bytes: number;
}

export type Sections = Record<string, TypedArray>;

export interface LoadedSections<Meta> {
  meta: Meta;
  arrays: Sections;
  at: Record<string, Pointer>;
}

function typeOf(array: TypedArray): ArrayType {
  for (const [type, View] of Object.entries(arrayTypes)) if (array instanceof View) return type as ArrayType;
  throw new TypeError(`no section type for ${array.constructor.name}`);
}

const asBytes = (array: TypedArray) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Checksums of arrays, through the kernels. */
class Checksummer {
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

/** One per thread: a WebAssembly memory for each header read would be a waste. */
let headerChecksummer: Checksummer | null = null;

const hex = (hash: bigint) => BigInt.asUintN(64, hash).toString(16).padStart(16, "0");

/** Writes all sections, or leaves nothing behind. */
export function writeSections(
  path: string,
  content: { kind: string; meta: unknown; sections: Sections },
): void {
  const checksummer = new Checksummer();
  const header: Header = { kind: content.kind, meta: content.meta, sections: {}, bytes: 0 };
  for (const [name, array] of Object.entries(content.sections)) {
    const bytes = asBytes(array);
    header.sections[name] = {
      type: typeOf(array),
      offset: header.bytes,
      bytes: bytes.length,
      checksum: checksummer.of(bytes),
    };
    header.bytes = Math.ceil((header.bytes + bytes.length) / alignment) * alignment;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const prefix = new DataView(new ArrayBuffer(prefixBytes));
  for (let i = 0; i < magic.length; i++) prefix.setUint8(i, magic.charCodeAt(i));
  prefix.setUint32(8, formatVersion, true);
  prefix.setUint32(12, json.length, true);
  prefix.setBigUint64(16, BigInt(`0x${checksummer.of(json)}`), true);
  const writer = new DurableWriter(path);
  try {
    writer.write(new Uint8Array(prefix.buffer));
    writer.write(json);
    writer.pad(alignment);
    for (const array of Object.values(content.sections)) {
      writer.write(asBytes(array));
      writer.pad(alignment);
    }
    writer.commit();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** Reads the header only; refuses another format or a truncated file. */
export function readHeader(path: string): { header: Header; start: number; size: number } {
  const handle = openFile(path);
  try {
    const prefix = new DataView(new ArrayBuffer(prefixBytes));
    const size = fstatSync(handle).size;
    const read = readSync(handle, new Uint8Array(prefix.buffer), 0, prefixBytes, 0);
    const found = String.fromCharCode(...new Uint8Array(prefix.buffer, 0, magic.length));
    if (read < prefixBytes || found !== magic)
      throw new SegmentError(path, "not a segment file, or cut short");
    const version = prefix.getUint32(8, true);
    if (!readableVersions.includes(version))
      throw new SegmentError(
        path,
        `written in format ${version}, but this version of Prior Art reads ${readableVersions.join(", ")}`,
      );
    const length = prefix.getUint32(12, true);
    if (length > size) throw new SegmentError(path, "cut short");
    const json = new Uint8Array(length);
    if (readSync(handle, json, 0, length, prefixBytes) < length) throw new SegmentError(path, "cut short");
    headerChecksummer ??= new Checksummer();
    if (headerChecksummer.of(json) !== hex(prefix.getBigUint64(16, true)))
      throw new SegmentError(path, "its header does not match its checksum");
    const header = JSON.parse(new TextDecoder().decode(json)) as Header;
    const start = Math.ceil((prefixBytes + json.length) / alignment) * alignment;
    if (size < start + header.bytes) throw new SegmentError(path, "cut short");
    return { header, start, size };
  } finally {
    closeSync(handle);
  }
}

/** Reads every section, or the requested ones, into the arena and verifies their checksums. */
export function readSections<Meta>(
  path: string,
  kind: string,
  into: Arena | { arena: Arena; wanted: (name: string) => boolean },
): LoadedSections<Meta> {
  const { arena, wanted } = into instanceof Arena ? { arena: into, wanted: () => true } : into;
  const at: Record<string, Pointer> = {};
  const header = readEach(path, kind, (name, bytes) => {
    if (!wanted(name)) return null;
    at[name] = arena.allocate(bytes);
    return { arena, at: at[name] };
  });
  return viewSections<Meta>(header, at, arena);
}

/** Verifies every section, one after another in the same part of the arena, whose end must be free. */
export function verifySections<Meta>(path: string, kind: string, arena: Arena): Meta {
  const at = arena.used;
  const header = readEach(path, kind, (_, bytes) => {
    if (at + bytes > arena.used) arena.allocate(at + bytes - arena.used);
    return { arena, at };
  });
  return header.meta as Meta;
}

/** Reads and verifies the sections that `place` finds a place for. */
function readEach(
  path: string,
  kind: string,
  place: (name: string, bytes: number) => { arena: Arena; at: Pointer } | null,
): Header {
  const { header, start } = readHeader(path);
  if (header.kind !== kind) throw new SegmentError(path, `holds "${header.kind}" where "${kind}" is needed`);
  const handle = openFile(path);
  try {
    for (const [name, entry] of Object.entries(header.sections)) {
      const placed = place(name, entry.bytes);
      if (placed === null) continue;
      const { arena, at } = placed;
      const bytes = arena.bytes(at, entry.bytes);
      for (let done = 0; done < entry.bytes; ) {
        const piece = Math.min(entry.bytes - done, 1 << 28);
        const read = readSync(handle, bytes, done, piece, start + entry.offset + done);
        if (read === 0) throw new SegmentError(path, "cut short");
        done += read;
      }
      if (hex(arena.kernels.checksum(at, entry.bytes)) !== entry.checksum)
        throw new SegmentError(path, `its section "${name}" does not match its checksum`);
    }
  } finally {
    closeSync(handle);
  }
  return header;
}

/** The sections that another thread has read into this memory: only the file's header is read again. */
export function attachSections<Meta>(
  path: string,
  at: Record<string, Pointer>,
  arena: Arena,
): LoadedSections<Meta> {
  return viewSections<Meta>(readHeader(path).header, at, arena);
}

/** Views of the sections that are already stored in an arena, at `at`. */
function viewSections<Meta>(header: Header, at: Record<string, Pointer>, arena: Arena): LoadedSections<Meta> {
  const arrays: Sections = {};
  for (const [name, entry] of Object.entries(header.sections)) {
    if (at[name] === undefined) continue;
    const View = arrayTypes[entry.type];
    arrays[name] = new View(arena.memory.buffer as never, at[name]!, entry.bytes / View.BYTES_PER_ELEMENT);
  }
  return { meta: header.meta as Meta, arrays, at };
}

function openFile(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw new SegmentError(path, "cannot be opened", { cause: error });
  }
}
