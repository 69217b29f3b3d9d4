/** A rotated vector as OpenSearch stores it beside its graph: 4 bytes of scale (float32), then one byte per component. */
import type { Int8Vector } from "../../search/vector/int8-vector.ts";
import type { PreparedQuery } from "../../search/vector/vector-index.ts";

const scaleBytes = 4;

/** Null where every component is 0. */
export function encodeVector(rotated: Float32Array): Int8Vector | null {
  let greatest = 0;
  for (const x of rotated) greatest = Math.max(greatest, Math.abs(x));
  if (greatest === 0) return null;
  const int8 = Int8Array.from(rotated, (x) => Math.round((x * 127) / greatest));
  return { scale: greatest / 127, int8 };
}

export function codeToBytes({ scale, int8 }: Int8Vector): Buffer {
  const bytes = Buffer.alloc(scaleBytes + int8.length);
  bytes.writeFloatLE(scale, 0);
  bytes.set(new Uint8Array(int8.buffer, int8.byteOffset, int8.length), scaleBytes);
  return bytes;
}

export function codeFromBytes(bytes: Buffer): Int8Vector {
  const int8 = new Int8Array(bytes.length - scaleBytes);
  int8.set(new Int8Array(bytes.buffer, bytes.byteOffset + scaleBytes, int8.length));
  return { scale: bytes.readFloatLE(0), int8 };
}

/** Inner product with the query: the cosine where both have length 1. */
export function cosine({ rotated }: PreparedQuery, { scale, int8 }: Int8Vector): number {
  let sum = 0;
  for (let j = 0; j < int8.length; j++) sum += rotated[j]! * int8[j]!;
  return sum * scale;
}
