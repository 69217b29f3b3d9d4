/** Builds postings from documents in their order. */
import { GrowableUint32 } from "../growable-uint32.ts";
import { type Bm25Parameters, maxFrequency, termWeight } from "./bm25.ts";
import { PostingBlocks } from "./posting-blocks.ts";
import {
  frequencyBits,
  highFrequency,
  inWindow,
  isRare,
  type PostingsArrays,
  windowShift,
  windowsOf,
} from "./posting-layout.ts";
import { summarizeImpacts } from "./posting-summaries.ts";

/** Terms with fewer postings per window than this are rare. */
const minPostingsPerWindow = 2;

export class PostingsBuilder {
  #postings = new PostingBlocks();
  readonly #documentEnds: number[] = [];
  readonly #lengths: number[] = [];
  #counts = new Uint32Array(1 << 12);
  readonly #touched: number[] = [];
  #length = 0;

  /** Adds one field of the current document: term numbers, each occurrence counting `weight` times. */
  addField(terms: Uint32Array, weight: number): void {
    for (const term of terms) {
      if (term >= this.#counts.length) this.#growCounts(term);
      if (this.#counts[term] === 0) this.#touched.push(term);
      this.#counts[term]! += weight;
    }
    this.#length += terms.length * weight;
  }

  endDocument(): void {
    for (const term of this.#touched) {
      this.#postings.push(term, Math.min(maxFrequency, this.#counts[term]!));
      this.#counts[term] = 0;
    }
    this.#touched.length = 0;
    this.#documentEnds.push(this.#postings.length);
    this.#lengths.push(this.#length);
    this.#length = 0;
  }

  get documentCount(): number {
    return this.#lengths.length;
  }

  /** Mean weighted length of the documents so far; 1 when there are none. */
  averageLength(): number {
    const total = this.#lengths.reduce((sum, length) => sum + length, 0);
    return total > 0 ? total / this.#lengths.length : 1;
  }

  /** Once: the builder gives up its memory. */
  build(termCount: number, parameters: Bm25Parameters): PostingsArrays {
    const held = this.#postings;
    const starts = startsOf(held, termCount);
    const windowCount = windowsOf(this.#lengths.length);
    const { places, windows, windowEnds } = layPlaces(starts, windowCount);
    const postings = new Uint16Array(held.length);
    const impacts = new Uint8Array(held.length);
    const high = new HighFrequencies();
    const cursors = starts.slice(0, termCount);
    const quantum = 255 / (parameters.k1 + 1);
    let i = 0;
    for (let document = 0; document < this.#lengths.length; document++) {
      const length = this.#lengths[document]!;
      const window = document >> windowShift;
      const number = (document & inWindow) << frequencyBits;
      for (; i < this.#documentEnds[document]!; i++) {
        const term = held.term(i);
        const frequency = held.frequency(i);
        const at = cursors[term]!++;
        const inTerm = at - starts[term]!;
        postings[at] = number | Math.min(frequency, highFrequency);
        impacts[at] = Math.min(255, Math.ceil(termWeight(frequency, length, parameters) * quantum));
        if (frequency >= highFrequency) high.add(at, frequency);
        const place = places[term]!;
        if (isRare(place)) windows[(place >>> 1) + inTerm] = window;
        else windowEnds[(place >>> 1) * windowCount + window] = inTerm + 1;
      }
    }
    this.#postings = new PostingBlocks();
    carryEnds(windowEnds, windowCount);
    const located = { starts, places, windowEnds, impacts };
    return {
      ...{ ...located, postings, windows, ...high.sorted(), ...summarizeImpacts(located, windowCount) },
      lengths: Uint32Array.from(this.#lengths),
    };
  }

  #growCounts(term: number): void {
    const grown = new Uint32Array(Math.max(term + 1, this.#counts.length * 2));
    grown.set(this.#counts);
    this.#counts = grown;
  }
}

function startsOf(held: PostingBlocks, termCount: number): Uint32Array {
  const starts = new Uint32Array(termCount + 1);
  for (let i = 0; i < held.length; i++) starts[held.term(i) + 1]!++;
  for (let term = 0; term < termCount; term++) starts[term + 1]! += starts[term]!;
  return starts;
}

function layPlaces(starts: Uint32Array, windowCount: number) {
  const places = new Uint32Array(starts.length - 1);
  let rows = 0;
  let rarePostings = 0;
  for (let term = 0; term < places.length; term++) {
    const count = starts[term + 1]! - starts[term]!;
    if (count >= windowCount * minPostingsPerWindow) places[term] = 2 * rows++ + 1;
    else {
      places[term] = 2 * rarePostings;
      rarePostings += count;
    }
  }
  return {
    places,
    windows: new Uint16Array(rarePostings),
    windowEnds: new Uint32Array(rows * windowCount),
  };
}

/** A window without postings ends where the one before ends. */
function carryEnds(windowEnds: Uint32Array, windowCount: number): void {
  for (let at = 1; at < windowEnds.length; at++)
    if (windowEnds[at] === 0 && at % windowCount > 0) windowEnds[at] = windowEnds[at - 1]!;
}

class HighFrequencies {
  readonly #at = new GrowableUint32();
  readonly #frequencies = new GrowableUint32();

  add(posting: number, frequency: number): void {
    this.#at.push(posting);
    this.#frequencies.push(frequency);
  }

  sorted(): Pick<PostingsArrays, "highAt" | "highFrequencies"> {
    const at = this.#at.view();
    const order = Uint32Array.from(at.keys()).sort((x, y) => at[x]! - at[y]!);
    const frequencies = this.#frequencies.view();
    return {
      highAt: Uint32Array.from(order, (i) => at[i]!),
      highFrequencies: Uint8Array.from(order, (i) => frequencies[i]!),
    };
  }
}
