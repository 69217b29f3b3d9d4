/** Limits a segment's filter bits to documents that hold the required phrases and none of the excluded ones. */
import { termOf } from "../../search/analysis/analyzer.ts";
import { bitsetBytes, clearBit, hasBit, setBit } from "../../search/bitset.ts";
import type { Scratch } from "../../search/kernels/scratch.ts";
import { holdsPhrase } from "../../search/phrase-match.ts";
import type { WeightedTerm } from "../../search/text/text-index.ts";
import type { ArchiveSegment } from "./archive-segment.ts";
import type { SegmentBits } from "./segment-bits.ts";

type Phrase = readonly string[];

interface Filtered {
  segment: ArchiveSegment;
  bits: SegmentBits;
  scratch: Scratch;
}

/** Maximum number of passages that are read for a phrase of several words: those that hold all of them. */
const readPassages = 20_000;
/** Whole texts, of the best documents with all words: phrases in a title, of an author, and from passage to passage. */
const readDocuments = 100;
/** Maximum text of whole documents: one may have ten million characters. */
const readCharacters = 4_000_000;
/** A query has 24 words at most: enough phrases of two. */
const keptPhrases = 12;

/** Of a document: whether it holds the phrase, and the characters of its text. */
interface Reading {
  holds: boolean;
  length: number;
}

/** What was read for a phrase. */
interface Readings {
  /** By chunk. */
  passages: Uint8Array;
  /** By document; scopes differ in which are read. */
  wholes: Map<number, Reading>;
}
const unread = 0;
const lacking = 1;
const holding = 2;

/** Of the last phrases: the tiers of a search, and the parts of a broad one, look for the same ones again. */
const readings = new WeakMap<ArchiveSegment, Map<string, Readings>>();

export function keepPhrases(
  filtered: Filtered,
  { required, excluded }: { required: readonly Phrase[]; excluded: readonly Phrase[] },
): void {
  for (const phrase of excluded) clear(filtered, holders(filtered, phrase) ?? new Set());
  for (const phrase of required) {
    const holding = holders(filtered, phrase);
    if (holding === null) continue;
    const others: number[] = [];
    for (let document = 0; document < filtered.segment.meta.documents; document++)
      if (hasBit(filtered.bits.documents, document) && !holding.has(document)) others.push(document);
    clear(filtered, others);
  }
}

/** Documents that hold the phrase; null for one of stop words only, which are not indexed. */
function holders(filtered: Filtered, phrase: Phrase): ReadonlySet<number> | null {
  const { segment } = filtered;
  const terms = [...new Set(phrase.map(termOf).filter((term) => term !== null))];
  if (terms.length === 0) return null;
  const numbers = terms.map((term) => segment.terms.find(term));
  if (numbers.includes(-1)) return new Set();
  if (phrase.length === 1) return new Set(segment.wholes.documentsWith(numbers[0]!));
  const known = readingsOf(segment, phrase);
  const found = new Set(inPassages(filtered, { phrase, numbers, known: known.passages }));
  const wanted = numbers.map((term, position): WeightedTerm => ({ term, idf: 1, position }));
  const others = withEveryTerm(filtered, wanted).filter((document) => !found.has(document));
  for (const document of inWholes(segment, { phrase, documents: others, known: known.wholes }))
    found.add(document);
  return found;
}

/** Documents with the phrase in a passage. */
function* inPassages(
  { segment, bits }: Filtered,
  { phrase, numbers, known }: { phrase: Phrase; numbers: readonly number[]; known: Uint8Array },
): Iterable<number> {
  const lists = numbers
    .map((term) => segment.passages.documentsWith(term))
    .sort((one, other) => one.length - other.length);
  const others = lists.slice(1).map((chunks) => bitsOf(chunks, segment.meta.chunks));
  let read = 0;
  for (const chunk of lists[0]!) {
    if (!hasBit(bits.chunks, chunk) || !others.every((held) => hasBit(held, chunk))) continue;
    if (read++ === readPassages) return;
    const document = segment.documentOf(chunk);
    if (known[chunk] === unread)
      known[chunk] = holdsPhrase(segment.chunkText(chunk, document), phrase) ? holding : lacking;
    if (known[chunk] === holding) yield document;
  }
}

function bitsOf(numbers: Uint32Array, count: number): Uint8Array {
  const bits = new Uint8Array(bitsetBytes(count));
  for (const number of numbers) setBit(bits, number);
  return bits;
}

function withEveryTerm({ segment, bits, scratch }: Filtered, terms: readonly WeightedTerm[]): number[] {
  const hits = segment.wholes.search(terms, readDocuments, { mask: bits.documentsAt, scratch });
  const every = (2 ** Math.min(terms.length, 32) - 1) >>> 0;
  return [...hits.documents].filter((_, i) => (hits.matched[i]! & every) >>> 0 === every);
}

/** Those of the documents that hold the phrase. */
function* inWholes(
  segment: ArchiveSegment,
  { phrase, documents, known }: { phrase: Phrase; documents: readonly number[]; known: Readings["wholes"] },
): Iterable<number> {
  let left = readCharacters;
  for (const document of documents) {
    if (left <= 0) return;
    const reading = known.get(document) ?? read(segment, phrase, document);
    known.set(document, reading);
    left -= reading.length;
    if (reading.holds) yield document;
  }
}

function read(segment: ArchiveSegment, phrase: Phrase, document: number): Reading {
  const { title, author } = segment.record(document);
  const content = segment.content(document);
  const holds = [title, author ?? "", content].some((text) => holdsPhrase(text, phrase));
  return { holds, length: content.length };
}

/** The least recently used phrase is dropped. */
function readingsOf(segment: ArchiveSegment, phrase: Phrase): Readings {
  const byPhrase = readings.get(segment) ?? new Map<string, Readings>();
  readings.set(segment, byPhrase);
  const key = phrase.join(" ");
  const known = byPhrase.get(key) ?? { passages: new Uint8Array(segment.meta.chunks), wholes: new Map() };
  if (known.wholes.size > 4 * readDocuments) known.wholes.clear();
  byPhrase.delete(key);
  byPhrase.set(key, known);
  if (byPhrase.size > keptPhrases) byPhrase.delete(byPhrase.keys().next().value!);
  return known;
}

function clear({ segment, bits }: Filtered, documents: Iterable<number>): void {
  const { chunkStarts } = segment.arrays;
  for (const document of documents) {
    clearBit(bits.documents, document);
    for (let chunk = chunkStarts[document]!; chunk < chunkStarts[document + 1]!; chunk++)
      clearBit(bits.chunks, chunk);
  }
}
