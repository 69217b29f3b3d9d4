/**
 * Finds strings within a small edit distance by symmetric deletes (W. Garbe, SymSpell, 2012): two strings at distance
 * d have a common string that each reaches by deleting at most d characters. Only the first {@link prefixLength}
 * characters are used, which keeps the index small; every candidate is verified.
 */

import { hashText, hashTextWithout } from "../hash.ts";
import { lowerBound } from "../lower-bound.ts";
import { editDistance } from "./edit-distance.ts";

/** Pairs sorted by hash, then owner; flat, so that they can be stored in shared memory. */
export interface DeletesArrays {
  /** Hash of each string that remains after deletions. */
  hashes: Uint32Array;
  /** Number of the original string. */
  owners: Uint32Array;
}

const prefixLength = 7;
const shortest = 4;
const longForm = 8;
/** Longer strings are hashes or keys, not typing errors. */
const longest = 48;

/** Edits allowed for a string of this many characters: 0 below 4, 1 below 8, else 2. */
export function allowedEdits(length: number): 0 | 1 | 2 {
  if (length < shortest || length > longest) return 0;
  return length < longForm ? 1 : 2;
}

/** Edits within which a string may be found; a longer query reaches strings a little shorter than itself. */
function indexedEdits(length: number): 0 | 1 | 2 {
  if (length > longest + 2) return 0;
  if (length + 2 >= longForm) return 2;
  return length + 1 >= shortest ? 1 : 0;
}

/** What of each string is indexed: by default a prefix, and fewer deletions from short strings. */
export interface DeletesShape {
  prefix: number;
  edits(length: number): 0 | 1 | 2;
}

const byDefault: DeletesShape = { prefix: prefixLength, edits: indexedEdits };

/** Hash and owner share the 53 bits of an exact double, so that pairs sort as numbers. */
const ownerRange = 2 ** 21;

/** `strings[i]` is owner `i`; owners from 2^21 on are omitted, and so are strings that no query can reach. */
export function buildDeletes(strings: readonly string[], shape: DeletesShape = byDefault): DeletesArrays {
  const editsOf = (text: string) => shape.edits(text.length);
  const pairs = new Float64Array(
    strings.reduce(
      (most, text) => most + mostRemainders(Math.min(text.length, shape.prefix), editsOf(text)),
      0,
    ),
  );
  let end = 0;
  for (let owner = 0; owner < Math.min(strings.length, ownerRange); owner++) {
    const text = strings[owner]!;
    const edits = editsOf(text);
    const left = edits === 0 ? none : remainders(text.slice(0, shape.prefix), edits);
    for (let i = 0; i < left.length; i++) pairs[end++] = left[i]! * ownerRange + owner;
  }
  const sorted = pairs.subarray(0, end).sort();
  let count = 0;
  for (let i = 0; i < end; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  const hashes = new Uint32Array(count);
  const owners = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    hashes[i] = Math.floor(sorted[i]! / ownerRange);
    owners[i] = sorted[i]! % ownerRange;
  }
  return { hashes, owners };
}

/** Strings that up to `edits` deletions from one leave, itself among them; no deletions are indexed for no edits. */
function mostRemainders(length: number, edits: 0 | 1 | 2): number {
  if (edits === 0) return 0;
  return 1 + length + (edits === 2 ? (length * (length - 1)) / 2 : 0);
}

export interface NearString {
  owner: number;
  text: string;
  distance: number;
}

/**
 * Owners within `edits` of `text`, itself included; `textOf` returns the string of an owner. `edits`: by default
 * {@link allowedEdits} of `text`. Those of the longer word of a stem reach strings that are at most two characters shorter
 * than 8. `prefix`: of the shape of the index.
 */
export function findNear(
  { hashes, owners }: DeletesArrays,
  text: string,
  {
    textOf,
    edits = allowedEdits(text.length),
    prefix = prefixLength,
  }: { textOf: (owner: number) => string; edits?: 0 | 1 | 2; prefix?: number },
): NearString[] {
  if (edits === 0 || text.length < shortest) return [];
  const seen = new Set<number>();
  const near: NearString[] = [];
  for (const hash of remainders(text.slice(0, prefix), edits)) {
    for (let i = lowerBound(hashes, hash); i < hashes.length && hashes[i] === hash; i++) {
      const owner = owners[i]!;
      if (seen.has(owner)) continue;
      seen.add(owner);
      const found = textOf(owner);
      const distance = editDistance(text, found, edits);
      if (distance <= edits) near.push({ owner, text: found, distance });
    }
  }
  return near;
}

/** Hashes of the strings that up to `edits` deletions leave, the text itself first; some may be the same. */
function remainders(text: string, edits: 1 | 2): Uint32Array {
  const left = new Uint32Array(mostRemainders(text.length, edits));
  let count = 0;
  left[count++] = hashText(text);
  for (let i = 0; i < text.length; i++) {
    left[count++] = hashTextWithout(text, i);
    if (edits === 2) for (let j = i + 1; j < text.length; j++) left[count++] = hashTextWithout(text, i, j);
  }
  return left;
}

const none = new Uint32Array(0);
