import fc from "fast-check";
import { expect, it } from "vitest";
import { roaringBitmap } from "./bitmap.ts";

/** A naive reader of the format, for bitmaps without run containers. */
function readBitmap(bytes: Buffer): number[] {
  expect(bytes.readUInt32LE(0)).toBe(12346);
  const count = bytes.readUInt32LE(4);
  return Array.from({ length: count }, (_, i) => {
    const key = bytes.readUInt16LE(8 + i * 4);
    const size = bytes.readUInt16LE(10 + i * 4) + 1;
    const at = bytes.readUInt32LE(8 + count * 4 + i * 4);
    const low =
      size <= 4_096
        ? Array.from({ length: size }, (_, n) => bytes.readUInt16LE(at + n * 2))
        : Array.from({ length: 65_536 }, (_, n) => n).filter((n) => (bytes[at + (n >> 3)]! >> (n & 7)) & 1);
    expect(low).toHaveLength(size);
    return low.map((n) => key * 65_536 + n);
  }).flat();
}

it("holds exactly the numbers it is given, in any containers", () => {
  const numbers = fc
    .tuple(
      fc.uniqueArray(fc.nat(0xffffffff)),
      // Enough neighbors for a container of bits.
      fc.option(fc.tuple(fc.nat(60_000), fc.integer({ min: 4_000, max: 5_000 })), { nil: [0, 0] as const }),
    )
    .map(([some, [from, length]]) =>
      [...new Set([...some, ...Array.from({ length }, (_, i) => from + i * 13)])].sort((x, y) => x - y),
    );
  fc.assert(
    fc.property(numbers, (ascending) => {
      expect(readBitmap(roaringBitmap(ascending))).toEqual(ascending);
    }),
    { numRuns: 50 },
  );
});

it.each([4_096, 4_097])("holds %d numbers of one container", (count) => {
  const numbers = Array.from({ length: count }, (_, i) => 65_536 + i * 2);
  expect(readBitmap(roaringBitmap(numbers))).toEqual(numbers);
});
