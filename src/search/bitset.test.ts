import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bitsetBytes,
  clearBit,
  countBits,
  firstBit,
  forEachBit,
  hasBit,
  intersect,
  lastBit,
  setBit,
  setRange,
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
});
