/**
 * A set of numbers in the portable format of Roaring bitmaps, which `terms` queries accept:
 * https://github.com/RoaringBitmap/RoaringFormatSpec
 */

/** Marks a bitmap without run containers. */
const cookie = 12346;
/** A container stores numbers with the same upper 16 bits: as 2-byte numbers up to this many, else as 65,536 bits. */
const longestArray = 4_096;

/** `numbers` ascending, each once, below 2^32. */
export function roaringBitmap(numbers: readonly number[]): Buffer {
  const containers: { key: number; low: number[] }[] = [];
  for (const number of numbers) {
    const key = number >>> 16;
    if (containers.at(-1)?.key !== key) containers.push({ key, low: [] });
    containers.at(-1)!.low.push(number & 0xffff);
  }
  const bodies = containers.map(({ low }) => (low.length > longestArray ? bitsOf(low) : arrayOf(low)));
  const header = Buffer.alloc(8 + containers.length * 8);
  header.writeUInt32LE(cookie, 0);
  header.writeUInt32LE(containers.length, 4);
  let offset = header.length;
  containers.forEach(({ key, low }, i) => {
    header.writeUInt16LE(key, 8 + i * 4);
    header.writeUInt16LE(low.length - 1, 10 + i * 4);
    header.writeUInt32LE(offset, 8 + containers.length * 4 + i * 4);
    offset += bodies[i]!.length;
  });
  return Buffer.concat([header, ...bodies]);
}

function arrayOf(low: readonly number[]): Buffer {
  const body = Buffer.alloc(low.length * 2);
  low.forEach((number, i) => {
    body.writeUInt16LE(number, i * 2);
  });
  return body;
}

function bitsOf(low: readonly number[]): Buffer {
  const body = Buffer.alloc(8_192);
  for (const number of low) body[number >> 3]! |= 1 << (number & 7);
  return body;
}
