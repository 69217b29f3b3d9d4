import { hashBytes } from "../hash.ts";
import { maxTokenLength } from "./tokenizer.ts";

/**
 * Term to number over flat arrays, so that it can be stored in shared memory: an open-addressing table of
 * slots over the terms' UTF-8 bytes.
 */
export interface DictionaryArrays {
  /** Slot → term number + 1, or 0 when empty; the length is a power of two. */
  slots: Uint32Array;
  /** Term number → start of its bytes; one more entry than terms. */
  offsets: Uint32Array;
  bytes: Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Lays out a dictionary in which term `i` has number `i`. Terms must be distinct. */
export function buildDictionary(terms: readonly string[]): DictionaryArrays {
  const offsets = new Uint32Array(terms.length + 1);
  terms.forEach((term, i) => {
    offsets[i + 1] = offsets[i]! + Buffer.byteLength(term);
  });
  const bytes = new Uint8Array(offsets[terms.length]!);
  let capacity = 16;
  while (capacity < terms.length * 2) capacity *= 2;
  const slots = new Uint32Array(capacity);
  terms.forEach((term, i) => {
    const encoded = bytes.subarray(offsets[i], offsets[i + 1]);
    encoder.encodeInto(term, encoded);
    let slot = hashBytes(encoded) & (capacity - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (capacity - 1);
    slots[slot] = i + 1;
  });
  return { slots, offsets, bytes };
}

/** Read side of {@link buildDictionary}. */
export class Dictionary {
  readonly size: number;
  readonly #arrays: DictionaryArrays;

  constructor(arrays: DictionaryArrays) {
    this.#arrays = arrays;
    this.size = arrays.offsets.length - 1;
  }

  /** The term's number, or -1 when it is not in the dictionary. */
  find(term: string): number {
    const { slots, offsets, bytes } = this.#arrays;
    const wanted = encoded(term);
    const mask = slots.length - 1;
    for (let slot = hashBytes(wanted) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const id = slots[slot]! - 1;
      const start = offsets[id]!;
      if (offsets[id + 1]! - start === wanted.length && holdsAt(bytes, start, wanted)) return id;
    }
    return -1;
  }

  term(id: number): string {
    const { offsets, bytes } = this.#arrays;
    return decoder.decode(bytes.slice(offsets[id], offsets[id + 1]));
  }
}

/** For the bytes of a looked-up term: a UTF-16 unit takes at most three. */
const buffer = new Uint8Array(3 * maxTokenLength);

/** Valid until the next call. */
function encoded(term: string): Uint8Array {
  if (term.length > maxTokenLength) return encoder.encode(term);
  return buffer.subarray(0, encoder.encodeInto(term, buffer).written);
}

function holdsAt(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false;
  return true;
}
