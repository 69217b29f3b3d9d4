/** Limits a segment's filter bits to documents that hold the required phrases and none of the excluded ones. */
import { termOf } from "../../search/analysis/analyzer.ts";
import { clearBit, hasBit } from "../../search/bitset.ts";
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

/** Maximum number of documents whose texts are checked for a phrase of several words, best first. */
const readDocuments = 500;
/** Maximum text read per phrase: one document may have ten million characters. */
const readCharacters = 20_000_000;
/** A query has 24 words at most: enough phrases of two. */
const keptPhrases = 12;
/** Scopes differ in the documents that are read. */
const keptReadings = 4 * readDocuments;

/** Of a document: whether it holds the phrase, and the characters of its text. */
interface Reading {
  holds: boolean;
  length: number;
}

/** Of the last phrases: the tiers of a search, and the parts of a broad one, look for the same ones again. */
const readings = new WeakMap<ArchiveSegment, Map<string, Map<number, Reading>>>();

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
  const wanted = numbers.map((term, position): WeightedTerm => ({ term, idf: 1, position }));
  return new Set(verified(segment, phrase, withEveryTerm(filtered, wanted)));
}

function withEveryTerm({ segment, bits, scratch }: Filtered, terms: readonly WeightedTerm[]): number[] {
  const hits = segment.wholes.search(terms, readDocuments, { mask: bits.documentsAt, scratch });
  const every = (2 ** Math.min(terms.length, 32) - 1) >>> 0;
  return [...hits.documents].filter((_, i) => (hits.matched[i]! & every) >>> 0 === every);
}

function* verified(segment: ArchiveSegment, phrase: Phrase, documents: readonly number[]): Iterable<number> {
  const known = readingsOf(segment, phrase);
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
function readingsOf(segment: ArchiveSegment, phrase: Phrase): Map<number, Reading> {
  const byPhrase = readings.get(segment) ?? new Map<string, Map<number, Reading>>();
  readings.set(segment, byPhrase);
  const key = phrase.join(" ");
  const known = byPhrase.get(key) ?? new Map<number, Reading>();
  if (known.size > keptReadings) known.clear();
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
