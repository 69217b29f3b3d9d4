/**
 * Numbers of lower-cased ASCII words, found from a run of a text without making a string of it: an open-addressing hash
 * table with linear probing over the bytes of all words. Makes no objects for the garbage collector to visit.
 */
import type { AsciiRun } from "./tokenizer.ts";

export class FormTable {
  /** 1 + entry, or 0 where there is none; at most half of them are taken. */
  #places = new Uint32Array(1 << 11);
  #hashes = new Int32Array(1 << 10);
  #numbers = new Int32Array(1 << 10);
  /** Where the bytes of each entry start, and of the next one. */
  #starts = new Uint32Array((1 << 10) + 1);
  #bytes = new Uint8Array(1 << 13);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of the run's word; undefined where it was not added. */
  find(run: AsciiRun): number | undefined {
    const places = this.#places;
    const last = places.length - 1;
    for (let place = run.hash & last; places[place] !== 0; place = (place + 1) & last) {
      const entry = places[place]! - 1;
      if (this.#hashes[entry] === run.hash && this.#isWord(entry, run)) return this.#numbers[entry]!;
    }
    return undefined;
  }

  /** Adds the run's word, which must not be there, with a 32-bit number. */
  add(run: AsciiRun, number: number): void {
    if (this.#size === this.#hashes.length) this.#grow();
    const entry = this.#size++;
    const from = this.#starts[entry]!;
    const length = run.end - run.start;
    if (from + length > this.#bytes.length) this.#bytes = resized(this.#bytes, this.#bytes.length * 2);
    for (let i = 0; i < length; i++) this.#bytes[from + i] = lowerCase(run.text.charCodeAt(run.start + i));
    this.#starts[entry + 1] = from + length;
    this.#hashes[entry] = run.hash;
    this.#numbers[entry] = number;
    this.#place(entry);
  }

  #isWord(entry: number, { text, start, end }: AsciiRun): boolean {
    const from = this.#starts[entry]!;
    if (this.#starts[entry + 1]! - from !== end - start) return false;
    for (let i = start; i < end; i++)
      if (this.#bytes[from + i - start] !== lowerCase(text.charCodeAt(i))) return false;
    return true;
  }

  #place(entry: number): void {
    const last = this.#places.length - 1;
    let place = this.#hashes[entry]! & last;
    while (this.#places[place] !== 0) place = (place + 1) & last;
    this.#places[place] = entry + 1;
  }

  #grow(): void {
    const capacity = this.#hashes.length * 2;
    this.#hashes = resized(this.#hashes, capacity);
    this.#numbers = resized(this.#numbers, capacity);
    this.#starts = resized(this.#starts, capacity + 1);
    this.#places = new Uint32Array(capacity * 2);
    for (let entry = 0; entry < this.#size; entry++) this.#place(entry);
  }
}

/** Of an ASCII letter or digit. */
const lowerCase = (code: number) => code | 0x20;

function resized<Numbers extends Int32Array | Uint32Array | Uint8Array>(
  from: Numbers,
  length: number,
): Numbers {
  const to = new (from.constructor as new (length: number) => Numbers)(length);
  to.set(from);
  return to;
}
