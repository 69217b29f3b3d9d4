/** Bits over numbers 0 … length − 1, in bytes, lowest bit first: the form that kernels read. */

/** Bytes for `length` bits, in whole 64-bit words with one spare word, as kernels read ahead. */
export function bitsetBytes(length: number): number {
  return (Math.ceil(length / 64) + 1) * 8;
}

export function hasBit(bits: Uint8Array, index: number): boolean {
  return (bits[index >> 3]! & (1 << (index & 7))) !== 0;
}

export function setBit(bits: Uint8Array, index: number): void {
  bits[index >> 3]! |= 1 << (index & 7);
}

export function clearBit(bits: Uint8Array, index: number): void {
  bits[index >> 3]! &= ~(1 << (index & 7));
}

/** Sets bits `from` … `to` − 1. */
export function setRange(bits: Uint8Array, from: number, to: number): void {
  let index = from;
  while (index < to && (index & 7) !== 0) setBit(bits, index++);
  const wholeBytes = (to - index) >> 3;
  if (wholeBytes > 0) bits.fill(255, index >> 3, (index >> 3) + wholeBytes);
  for (index += Math.max(0, wholeBytes) * 8; index < to; index++) setBit(bits, index);
}

/** The whole 32-bit words of a bitset; none where it does not start at one. */
function wordsOf({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return byteOffset % 4 === 0 ? new Uint32Array(buffer, byteOffset, length >> 2) : new Uint32Array(0);
}

/** All bits in 32-bit words, the last one filled up with zeros; a copy only where the bytes do not allow a view. */
export function wholeWords(bits: Uint8Array): Uint32Array {
  if (bits.byteOffset % 4 === 0 && bits.length % 4 === 0) return wordsOf(bits);
  const copy = new Uint8Array(Math.ceil(bits.length / 4) * 4);
  copy.set(bits);
  return wordsOf(copy);
}

/** target ← target ∧ other. */
export function intersect(target: Uint8Array, other: Uint8Array): void {
  const words = wordsOf(target);
  const others = wordsOf(other);
  const count = Math.min(words.length, others.length);
  for (let i = 0; i < count; i++) words[i]! &= others[i]!;
  for (let i = count * 4; i < target.length; i++) target[i]! &= other[i]!;
}

/** target ← target ∧ ¬other. */
export function subtract(target: Uint8Array, other: Uint8Array): void {
  const words = wordsOf(target);
  const others = wordsOf(other);
  const count = Math.min(words.length, others.length);
  for (let i = 0; i < count; i++) words[i]! &= ~others[i]!;
  for (let i = count * 4; i < target.length; i++) target[i]! &= ~other[i]!;
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

export function countBits(bits: Uint8Array): number {
  const words = wordsOf(bits);
  let count = 0;
  for (let i = 0; i < words.length; i++) count += onesOf(words[i]!);
  for (let i = words.length * 4; i < bits.length; i++) count += ones[bits[i]!]!;
  return count;
}

/** Set bits of a 32-bit word, added up in parallel (H. Warren, "Hacker's Delight", 2nd edition, 5-1). */
function onesOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Calls `visit` with each set index, ascending. */
export function forEachBit(bits: Uint8Array, visit: (index: number) => void): void {
  for (let i = 0; i < bits.length; i++) {
    let byte = bits[i]!;
    while (byte !== 0) {
      visit(i * 8 + (31 - Math.clz32(byte & -byte)));
      byte &= byte - 1;
    }
  }
}

/** The lowest set index; -1 when no bit is set. */
export function firstBit(bits: Uint8Array): number {
  let at = 0;
  while (at < bits.length && bits[at] === 0) at++;
  return at === bits.length ? -1 : at * 8 + 31 - Math.clz32(bits[at]! & -bits[at]!);
}

/** The highest set index; -1 when no bit is set. */
export function lastBit(bits: Uint8Array): number {
  let at = bits.length - 1;
  while (at >= 0 && bits[at] === 0) at--;
  return at < 0 ? -1 : at * 8 + 31 - Math.clz32(bits[at]!);
}

/** Numbers of the bits that are set, ascending. */
export function setBits(bits: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(countBits(bits));
  let next = 0;
  forEachBit(bits, (number) => {
    numbers[next++] = number;
  });
  return numbers;
}

/** 64 bits as text: the same for equal bits, and in practice for no others of the same length. */
export function digestOfBits(bits: Uint8Array): string {
  const words = wholeWords(bits);
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    one = Math.imul(one ^ word, 0x2c1b3c6d);
    one ^= one >>> 15;
    other = Math.imul(other + word, 0x297a2d39);
    other ^= other >>> 14;
  }
  return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
}
