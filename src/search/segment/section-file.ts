/** Reads section files (see `section-format.ts`) straight into an arena. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Arena } from "../kernels/arena.ts";
import type { Pointer } from "../kernels/kernels.ts";
import {
  alignment,
  arrayTypes,
  Checksummer,
  type Header,
  hex,
  magic,
  prefixBytes,
  readableVersions,
  type Sections,
} from "./section-format.ts";
import { SegmentError } from "./segment-error.ts";

export interface LoadedSections<Meta> {
  meta: Meta;
  arrays: Sections;
  at: Record<string, Pointer>;
}

/** One per thread: a WebAssembly memory for each header read would be a waste. */
let headerChecksummer: Checksummer | null = null;

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

/** A section of a file, and the address in an arena where it belongs. */
export interface PlacedSection {
  path: string;
  name: string;
  /** Where it starts in the file. */
  from: number;
  bytes: number;
  checksum: string;
  at: Pointer;
}

type Into = Arena | { arena: Arena; wanted: (name: string) => boolean };

/** Reads every section, or the requested ones, into the arena and verifies their checksums. */
export function readSections<Meta>(path: string, kind: string, into: Into): LoadedSections<Meta> {
  const arena = into instanceof Arena ? into : into.arena;
  const { header, sections } = place(path, kind, into);
  for (const section of sections) readPlaced(section, arena);
  return viewSections<Meta>(header, addressesOf(sections), arena);
}

/** Finds a place in the arena for every section, or the requested ones, without reading them. */
export const placeSections = (path: string, kind: string, into: Into): PlacedSection[] =>
  place(path, kind, into).sections;

/** By the names of the sections. */
export const addressesOf = (sections: readonly PlacedSection[]): Record<string, Pointer> =>
  Object.fromEntries(sections.map(({ name, at }) => [name, at]));

/** Verifies every section, one after another in the same part of the arena, whose end must be free. */
export function verifySections<Meta>(path: string, kind: string, arena: Arena): Meta {
  const { header, start } = readHeaderOf(path, kind);
  const at = arena.used;
  for (const [name, { offset, bytes, checksum }] of Object.entries(header.sections)) {
    if (at + bytes > arena.used) arena.allocate(at + bytes - arena.used);
    readPlaced({ path, name, from: start + offset, bytes, checksum, at }, arena);
  }
  return header.meta as Meta;
}

function place(path: string, kind: string, into: Into): { header: Header; sections: PlacedSection[] } {
  const { arena, wanted } = into instanceof Arena ? { arena: into, wanted: () => true } : into;
  const { header, start } = readHeaderOf(path, kind);
  const sections = Object.entries(header.sections)
    .filter(([name]) => wanted(name))
    .map(([name, { offset, bytes, checksum }]) => ({
      path,
      name,
      from: start + offset,
      bytes,
      checksum,
      at: arena.allocate(bytes),
    }));
  return { header, sections };
}

/** Throws a SegmentError for a file of another kind, too. */
function readHeaderOf(path: string, kind: string): { header: Header; start: number } {
  const { header, start } = readHeader(path);
  if (header.kind !== kind) throw new SegmentError(path, `holds "${header.kind}" where "${kind}" is needed`);
  return { header, start };
}

/** Reads a section to its place and verifies its checksum. */
export function readPlaced({ path, name, from, bytes, checksum, at }: PlacedSection, arena: Arena): void {
  const handle = openFile(path);
  try {
    const into = arena.bytes(at, bytes);
    for (let done = 0; done < bytes; ) {
      const read = readSync(handle, into, done, Math.min(bytes - done, 1 << 28), from + done);
      if (read === 0) throw new SegmentError(path, "cut short");
      done += read;
    }
  } finally {
    closeSync(handle);
  }
  if (hex(arena.kernels.checksum(at, bytes)) !== checksum)
    throw new SegmentError(path, `its section "${name}" does not match its checksum`);
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
