/** Finds the owners of a name by its key: sorted hashes, to be verified by the caller. */
import { hashText } from "../hash.ts";
import { lowerBound } from "../lower-bound.ts";

export interface NameArrays {
  /** Hash of each owner's key, ascending. */
  hashes: Uint32Array;
  owners: Uint32Array;
}

/** `keys[i]` is the key of owner `i`; empty keys are omitted. */
export function buildNames(keys: readonly string[]): NameArrays {
  const named = keys.map((_, owner) => owner).filter((owner) => keys[owner] !== "");
  const hashed = new Map(named.map((owner) => [owner, hashText(keys[owner]!)]));
  named.sort((a, b) => hashed.get(a)! - hashed.get(b)! || a - b);
  return {
    hashes: Uint32Array.from(named, (owner) => hashed.get(owner)!),
    owners: Uint32Array.from(named),
  };
}

/** Owners whose key is probably `key`, ascending; two keys may share a hash, so compare. None without an index. */
export function findName({ hashes, owners }: Partial<NameArrays>, key: string): Uint32Array {
  if (key === "" || !hashes || !owners) return new Uint32Array(0);
  const wanted = hashText(key);
  const low = lowerBound(hashes, wanted);
  let end = low;
  while (end < hashes.length && hashes[end] === wanted) end++;
  return owners.subarray(low, end);
}
