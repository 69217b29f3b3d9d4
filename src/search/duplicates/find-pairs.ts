/** Finds texts that are nearly the same, by their signatures. */
import { sharedRuns, signatureBytes } from "./signature.ts";

/** Bytes that two signatures must share in one place to be compared: of pairs at 0.7, 99.9 in 100 do. */
const bandBytes = 4;
/** Texts compared with each that has the same band; form letters share a band with thousands. */
const window = 50;

/** A text, by its number; `group` is for texts that are not compared with each other, such as those of one source. */
export interface SignedText {
  number: number;
  group: number;
  signature: Uint8Array;
}

export interface Pair {
  /** Numbers, the lower first. */
  a: number;
  b: number;
  /** Estimated share of runs in common, 0 to 1. */
  shared: number;
}

/** Pairs of different groups that share at least `least` of their runs of words, in order of their numbers. */
export function findPairs(texts: readonly SignedText[], least: number): Pair[] {
  const pairs = new Map<string, Pair>();
  const keys = new Uint32Array(texts.length);
  for (let band = 0; band < signatureBytes; band += bandBytes) {
    texts.forEach(({ signature }, i) => {
      keys[i] =
        ((signature[band]! << 24) |
          (signature[band + 1]! << 16) |
          (signature[band + 2]! << 8) |
          signature[band + 3]!) >>>
        0;
    });
    const order = Uint32Array.from(texts.keys()).sort((x, y) => keys[x]! - keys[y]! || x - y);
    for (let i = 0; i < order.length; i++) {
      const one = texts[order[i]!]!;
      for (
        let j = i + 1;
        j < Math.min(order.length, i + window) && keys[order[j]!] === keys[order[i]!];
        j++
      ) {
        const other = texts[order[j]!]!;
        if (one.group === other.group) continue;
        const [first, second] = one.number < other.number ? [one, other] : [other, one];
        const name = `${first.number} ${second.number}`;
        if (pairs.has(name)) continue;
        const shared = sharedRuns(one.signature, other.signature);
        if (shared >= least) pairs.set(name, { a: first.number, b: second.number, shared });
      }
    }
  }
  return [...pairs.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}
