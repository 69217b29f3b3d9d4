/**
 * Ids and content hashes of the catalog's documents, in columns outside the heap: a million objects would take a quarter
 * of a gigabyte.
 */
import { bytesToUuid, uuidToBytes } from "../corpus/archive/archive-layout.ts";
import { GrowableBytes } from "../search/growable-bytes.ts";

export interface Fingerprint {
  documentId: string;
  /** SHA-256, hex. */
  contentHash: string;
}

const idBytes = 16;
const hashBytes = 32;
/** Of a hash, as segments keep it. */
const keptBytes = 16;

export class DocumentList {
  readonly #idBytes = new GrowableBytes();
  readonly #hashBytes = new GrowableBytes();
  /** Place + 1 by hash of the id, open addressing; built by the first look-up. */
  #slots: Uint32Array | null = null;

  get length(): number {
    return this.#idBytes.length / idBytes;
  }

  /** Ids are UUIDs in lower case. */
  add({ documentId, contentHash }: Fingerprint): void {
    this.#idBytes.push(uuidToBytes(documentId));
    this.#hashBytes.push(Buffer.from(contentHash, "hex"));
    this.#slots = null;
  }

  id(place: number): string {
    return bytesToUuid(this.#idBytes.view(place * idBytes, (place + 1) * idBytes));
  }

  contentHash(place: number): string {
    const { buffer, byteOffset } = this.#hashBytes.view(place * hashBytes);
    return Buffer.from(buffer, byteOffset, hashBytes).toString("hex");
  }

  /** The place of the document whose id begins at `at` of `ids`, or -1. */
  find(ids: Uint8Array, at: number): number {
    this.#slots ??= this.#index();
    const own = this.#idBytes.view();
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(ids, at) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const place = this.#slots[slot]! - 1;
      if (areEqual(own, place * idBytes, { bytes: ids, at, count: idBytes })) return place;
    }
    return -1;
  }

  /** Whether the document's content has the hash whose first half begins at `at` of `hashes`. */
  hasHash(place: number, hashes: Uint8Array, at: number): boolean {
    return areEqual(this.#hashBytes.view(), place * hashBytes, { bytes: hashes, at, count: keptBytes });
  }

  #index(): Uint32Array {
    const ids = this.#idBytes.view();
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * this.length + 2)));
    const mask = slots.length - 1;
    for (let place = 0; place < this.length; place++) {
      let slot = hashOf(ids, place * idBytes) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = place + 1;
    }
    return slots;
  }
}

/** FNV-1a of an id. */
function hashOf(ids: Uint8Array, at: number): number {
  let hash = 0x811c9dc5;
  for (let i = at; i < at + idBytes; i++) hash = Math.imul(hash ^ ids[i]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function areEqual(
  some: Uint8Array,
  from: number,
  { bytes, at, count }: { bytes: Uint8Array; at: number; count: number },
): boolean {
  for (let i = 0; i < count; i++) if (some[from + i] !== bytes[at + i]) return false;
  return true;
}
