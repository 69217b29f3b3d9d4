/**
 * Writes section files (see `section-format.ts`). The header comes first and has the checksums of all sections, so they
 * are gathered in a second file until all are known: they need not be in memory together.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import type { TypedArray } from "../kernels/arena.ts";
import { DurableWriter, naming } from "./durable-file.ts";
import {
  type ArrayType,
  alignment,
  arrayTypes,
  Checksummer,
  formatVersion,
  type Header,
  magic,
  prefixBytes,
  type Sections,
} from "./section-format.ts";

/** Bytes copied at a time. */
const pieceBytes = 1 << 22;

/** Writes all sections, or leaves nothing behind. */
export function writeSections(
  path: string,
  { kind, meta, sections }: { kind: string; meta: unknown; sections: Sections },
): void {
  const writer = new SectionWriter(path);
  try {
    writer.add(sections);
    writer.commit(kind, meta);
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** Sections are stored in the order in which they are added. End with `commit`, or with `abandon`, also after a failed one. */
export class SectionWriter {
  readonly #path: string;
  readonly #gathered: string;
  readonly #handle: number;
  readonly #checksummer = new Checksummer();
  readonly #sections: Header["sections"] = {};
  #bytes = 0;
  #file: DurableWriter | null = null;
  #open = true;

  constructor(path: string) {
    this.#path = path;
    this.#gathered = `${path}.sections.${process.pid}.tmp`;
    this.#handle = naming(path, () => openSync(this.#gathered, "w+", 0o600));
  }

  /** The arrays are not used any more when it returns. */
  add(sections: Sections): void {
    for (const [name, array] of Object.entries(sections)) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      const checksum = this.#checksummer.of(bytes);
      this.#sections[name] = { type: typeOf(array), offset: this.#bytes, bytes: bytes.length, checksum };
      this.#append(bytes);
      this.#append(new Uint8Array((alignment - (bytes.length % alignment)) % alignment));
    }
  }

  commit(kind: string, meta: unknown): void {
    const header: Header = { kind, meta, sections: this.#sections, bytes: this.#bytes };
    const json = new TextEncoder().encode(JSON.stringify(header));
    const prefix = new DataView(new ArrayBuffer(prefixBytes));
    for (let i = 0; i < magic.length; i++) prefix.setUint8(i, magic.charCodeAt(i));
    prefix.setUint32(8, formatVersion, true);
    prefix.setUint32(12, json.length, true);
    prefix.setBigUint64(16, BigInt(`0x${this.#checksummer.of(json)}`), true);
    this.#file = new DurableWriter(this.#path);
    this.#file.write(new Uint8Array(prefix.buffer));
    this.#file.write(json);
    this.#file.pad(alignment);
    this.#copy(this.#file);
    this.#file.commit();
    this.abandon();
  }

  /** Removes temporary files; a committed file stays. */
  abandon(): void {
    this.#file?.abandon();
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#handle);
    rmSync(this.#gathered, { force: true });
  }

  #append(bytes: Uint8Array): void {
    naming(this.#path, () => {
      for (let at = 0; at < bytes.length; ) {
        const piece = writeSync(this.#handle, bytes, at, Math.min(bytes.length - at, 1 << 28), this.#bytes);
        at += piece;
        this.#bytes += piece;
      }
    });
  }

  #copy(to: DurableWriter): void {
    const piece = new Uint8Array(Math.min(pieceBytes, this.#bytes));
    for (let at = 0; at < this.#bytes; ) {
      const read = naming(this.#path, () => this.#read(piece, at));
      to.write(piece.subarray(0, read));
      at += read;
    }
  }

  /** Of the gathered sections. Throws where they end early. */
  #read(piece: Uint8Array, at: number): number {
    const read = readSync(this.#handle, piece, 0, piece.length, at);
    if (read === 0) throw new Error(`its temporary file ends after ${at} of ${this.#bytes} bytes`);
    return read;
  }
}

function typeOf(array: TypedArray): ArrayType {
  for (const [type, View] of Object.entries(arrayTypes)) if (array instanceof View) return type as ArrayType;
  throw new TypeError(`no section type for ${array.constructor.name}`);
}
