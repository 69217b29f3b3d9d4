import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bitsetBytes,
  clearBit,
  countBits,
  digestOfBits,
  firstBit,
  forEachBit,
  hasBit,
  intersect,
  lastBit,
  setBit,
  setBits,
  setRange,
  subtract,
  wholeWords,
} from "./bitset.ts";

const length = 200;
const numbers = fc.array(fc.nat(length - 1));

function bitsOf(set: Iterable<number>): Uint8Array {
  const bits = new Uint8Array(bitsetBytes(length));
  for (const number of set) setBit(bits, number);
  return bits;
}

function numbersOf(bits: Uint8Array): number[] {
  const found: number[] = [];
  forEachBit(bits, (number) => found.push(number));
  return found;
}

const ascending = (set: Iterable<number>) => [...new Set(set)].sort((x, y) => x - y);

/** Bytes that are not whole words, at any address. */
const anyBytes = fc
  .tuple(fc.nat(5), fc.nat(21))
  .chain(([offset, size]) =>
    fc
      .uint8Array({ minLength: offset + size, maxLength: offset + size })
      .map((bytes) => bytes.subarray(offset)),
  );

describe("bitset", () => {
  it("has capacity for every bit in whole 64-bit words, and one spare word", () => {
    expect([0, 1, 64, 65].map(bitsetBytes)).toEqual([8, 16, 16, 24]);
  });

  it("is a set of numbers: visits them in order, counts them, tests membership", () => {
    fc.assert(
      fc.property(numbers, (set) => {
        const bits = bitsOf(set);
        const wanted = ascending(set);
        expect(numbersOf(bits)).toEqual(wanted);
        expect(countBits(bits)).toBe(wanted.length);
        expect([firstBit(bits), lastBit(bits)]).toEqual([wanted[0] ?? -1, wanted.at(-1) ?? -1]);
        for (let number = 0; number < length; number++)
          expect(hasBit(bits, number)).toBe(wanted.includes(number));
      }),
    );
  });

  it("counts, intersects, subtracts and gives words of bytes of any length and address", () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, (a, b) => {
        const other = new Uint8Array(a.length).map((_, i) => b[i] ?? 0);
        const set = numbersOf(a);
        expect(countBits(a)).toBe(set.length);
        const words = wholeWords(a);
        expect(words).toHaveLength(Math.ceil(a.length / 4));
        expect(numbersOf(new Uint8Array(words.buffer, words.byteOffset, words.byteLength))).toEqual(set);
        const without = a.slice();
        subtract(without, other);
        expect(numbersOf(without)).toEqual(set.filter((number) => !hasBit(other, number)));
        intersect(a, other);
        expect(numbersOf(a)).toEqual(set.filter((number) => hasBit(other, number)));
      }),
    );
  });

  it("clears and intersects as sets do", () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const without = bitsOf(a);
        for (const number of b) clearBit(without, number);
        expect(numbersOf(without)).toEqual(ascending(a).filter((number) => !b.includes(number)));
        const both = bitsOf(a);
        intersect(both, bitsOf(b));
        expect(numbersOf(both)).toEqual(ascending(a).filter((number) => b.includes(number)));
      }),
    );
  });

  it("lists the numbers that are set, ascending", () => {
    fc.assert(
      fc.property(numbers, (set) => {
        expect([...setBits(bitsOf(set))]).toEqual(ascending(set));
      }),
    );
  });

  it("sets exactly a range, and keeps bits that were set", () => {
    fc.assert(
      fc.property(numbers, fc.nat(length), fc.nat(length), (set, from, to) => {
        const bits = bitsOf(set);
        setRange(bits, from, to);
        const range = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
        expect(numbersOf(bits)).toEqual(ascending([...set, ...range]));
      }),
    );
  });

  it("have the same digest where they are equal, and another one for each of 40,000 sets", () => {
    fc.assert(
      fc.property(numbers, (set) => {
        expect(digestOfBits(bitsOf(set))).toBe(digestOfBits(bitsOf(set.toReversed())));
      }),
    );
    const digests = new Set<string>();
    // Every pair of bits, and every pair missing: sets that differ little.
    for (const flip of [0, 255])
      for (let one = 0; one < length; one++)
        for (let other = one; other < length; other++) {
          const bits = bitsOf([one, other]);
          digests.add(digestOfBits(bits.map((byte) => byte ^ flip)));
        }
    expect(digests.size).toBe(length * (length + 1));
  });
});
