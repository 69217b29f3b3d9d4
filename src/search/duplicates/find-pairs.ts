/** Finds texts that are nearly the same, by their signatures. */
import { sharedRuns, signatureBytes } from "./signature.ts";

/** Bytes that two signatures must share in one place to be compared: of pairs at 0.7, 99.9 in 100 do. */
const bandBytes = 4;
/** Texts compared with each that has the same band; form letters share a band with thousands. */
const window = 50;
/** Integers up to 2^53 are exact. */
const exactBits = 53;
/** A set of bands is asked only where a bit of this many says that it may contain the band. */
const filterBits = 1 << 22;

/** Texts in columns. */
export interface SignedTexts {
  /** Ascending. */
  numbers: Uint32Array;
  /** Texts of one group are not compared with each other, such as those of one source. */
  groups: Uint16Array;
  /** {@link signatureBytes} of each text. */
  signatures: Uint8Array;
}

export interface Pair {
  /** Numbers, the lower first. */
  a: number;
  b: number;
  /** Estimated share of runs in common, 0 to 1. */
  shared: number;
}

/**
 * Pairs of different groups that share at least `least` of their runs of words, in order of their numbers. `from`: only
 * pairs of which one is this text, by its place in the columns, or a later one.
 */
export function findPairs(texts: SignedTexts, least: number, from = 0): Pair[] {
  const { numbers, groups, signatures } = texts;
  const signature = (i: number) => signatures.subarray(i * signatureBytes, (i + 1) * signatureBytes);
  const pairs = new Map<number, Pair>();
  const compare = (i: number, j: number) => {
    if ((i < from && j < from) || groups[i] === groups[j]) return;
    const name = i * numbers.length + j;
    if (pairs.has(name)) return;
    const shared = sharedRuns(signature(i), signature(j));
    if (shared >= least) pairs.set(name, { a: numbers[i]!, b: numbers[j]!, shared });
  };
  const bands = new Uint32Array(numbers.length);
  for (let at = 0; at < signatureBytes; at += bandBytes) {
    for (let i = 0, byte = at; i < bands.length; i++, byte += signatureBytes)
      bands[i] =
        ((signatures[byte]! << 24) |
          (signatures[byte + 1]! << 16) |
          (signatures[byte + 2]! << 8) |
          signatures[byte + 3]!) >>>
        0;
    compareEqual(bands, sharedWithLater(bands, from), compare);
  }
  return [...pairs.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}

/** The texts from `from` on, and those before whose band one of them has. */
function sharedWithLater(bands: Uint32Array, from: number): Uint32Array {
  if (from === 0) return Uint32Array.from(bands.keys());
  const later = new Set(bands.subarray(from));
  const filter = new Uint8Array(filterBits);
  for (const band of later) filter[band % filterBits] = 1;
  const chosen: number[] = [];
  for (let i = 0; i < from; i++)
    if (filter[bands[i]! % filterBits] === 1 && later.has(bands[i]!)) chosen.push(i);
  for (let i = from; i < bands.length; i++) chosen.push(i);
  return Uint32Array.from(chosen);
}

/** Calls `compare` for texts with the same band, the earlier first: each with those that follow it in the window. */
function compareEqual(bands: Uint32Array, texts: Uint32Array, compare: (i: number, j: number) => void): void {
  // A typed array sorts much faster without a comparator. Low bits of bands are dropped where both exceed 53 bits.
  const places = 2 ** Math.ceil(Math.log2(bands.length + 1));
  const dropped = 2 ** Math.max(0, 32 + Math.log2(places) - exactBits);
  const bandOf = (band: number) => Math.floor(band / dropped);
  const order = Float64Array.from(texts, (i) => bandOf(bands[i]!) * places + i).sort();
  for (let x = 0; x < order.length; x++) {
    const i = order[x]! % places;
    const band = Math.floor(order[x]! / places);
    const end = Math.min(order.length, x + window);
    for (let y = x + 1; y < end && Math.floor(order[y]! / places) === band; y++)
      compare(i, order[y]! % places);
  }
}
