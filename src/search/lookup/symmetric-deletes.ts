/**
 * Finds strings within a small edit distance by symmetric deletes (W. Garbe, SymSpell, 2012): two strings at distance
 * d have a common string that each reaches by deleting at most d characters. Only the first {@link prefixLength}
 * characters are used, which keeps the index small; every candidate is verified.
 */

import { hashText } from "../hash.ts";
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
  const pairs = new GrowableFloat64();
  strings.forEach((text, owner) => {
    const edits = shape.edits(text.length);
    if (edits === 0 || owner >= ownerRange) return;
    for (const hash of deleteHashes(text.slice(0, shape.prefix), edits))
      pairs.push(hash * ownerRange + owner);
  });
  const sorted = pairs.view().sort();
  const hashes = new Uint32Array(sorted.length);
  const owners = new Uint32Array(sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    hashes[i] = Math.floor(sorted[i]! / ownerRange);
    owners[i] = sorted[i]! % ownerRange;
  }
  return { hashes, owners };
}

class GrowableFloat64 {
  #values = new Float64Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(this.#values.length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

export interface NearString {
  owner: number;
  text: string;
  distance: number;
}

/**
 * Owners within {@link allowedEdits} of `text`, itself included; `textOf` returns the string of an owner. `length`: of the
 * word that `text` is the stem of. A stem of a longer word reaches strings that are at most two characters shorter than 8.
 * `prefix`: of the shape of the index.
 */
export function findNear(
  { hashes, owners }: DeletesArrays,
  text: string,
  {
    textOf,
    length = text.length,
    prefix = prefixLength,
  }: { textOf: (owner: number) => string; length?: number | undefined; prefix?: number },
): NearString[] {
  const edits = text.length < shortest ? 0 : allowedEdits(length);
  if (edits === 0) return [];
  const seen = new Set<number>();
  const near: NearString[] = [];
  for (const hash of deleteHashes(text.slice(0, prefix), edits)) {
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

function deleteHashes(text: string, edits: number): Set<number> {
  return new Set(leftAfter(text, { from: 0, edits }).map(hashText));
}

/** Every string that remains after up to `edits` deletions at `from` or later. */
function leftAfter(text: string, { from, edits }: { from: number; edits: number }): string[] {
  const left = [text];
  if (edits > 0)
    for (let i = from; i < text.length; i++)
      left.push(...leftAfter(text.slice(0, i) + text.slice(i + 1), { from: i, edits: edits - 1 }));
  return left;
}
