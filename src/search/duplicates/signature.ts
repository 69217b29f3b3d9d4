/**
 * Signatures of texts, whose equal bytes estimate how many runs of words two texts share: one-permutation MinHash (Li,
 * Owen, Zhang 2012), empty bins filled by rotation (Shrivastava, Li 2014), eight bits kept of each value.
 */

/** Bytes of a signature. */
export const signatureBytes = 128;
/** Words of a run. */
const runWords = 5;
/** Shorter texts share runs by chance: they have no signature. */
const minRuns = 20;

const empty = 0xffffffff;
const values = new Uint32Array(signatureBytes);

/**
 * Writes the signature of a text, given by the hashes of its words in order. False, with zeros written, for a text that
 * is too short.
 */
export function writeSignature(words: Uint32Array, into: Uint8Array): boolean {
  const runs = words.length - runWords + 1;
  if (runs < minRuns) {
    into.fill(0);
    return false;
  }
  values.fill(empty);
  for (let start = 0; start < runs; start++) {
    let hash = 0;
    for (let i = start; i < start + runWords; i++) hash = mix(Math.imul(hash, 31) + words[i]!);
    const bin = hash % signatureBytes;
    const value = Math.floor(hash / signatureBytes);
    if (value < values[bin]!) values[bin] = value;
  }
  for (let bin = 0; bin < signatureBytes; bin++) {
    let distance = 0;
    while (values[(bin + distance) % signatureBytes] === empty) distance++;
    into[bin] = mix(values[(bin + distance) % signatureBytes]! + distance * 0x9e3779b9) & 0xff;
  }
  return true;
}

/** Estimated share of runs that two texts have in common (Jaccard), 0 to 1; standard error 0.04 at 0.7. */
export function sharedRuns(a: Uint8Array, b: Uint8Array): number {
  let equal = 0;
  for (let i = 0; i < signatureBytes; i++) if (a[i] === b[i]) equal++;
  // Of bytes that differ in truth, one in 256 is equal by chance.
  return Math.max(0, (equal / signatureBytes - 1 / 256) / (1 - 1 / 256));
}

/** 32 bits, FNV-1a of UTF-16 units, mixed. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** The finalizer of MurmurHash3 (Appleby). */
function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
