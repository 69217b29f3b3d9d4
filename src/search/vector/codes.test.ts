import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { blobs } from "../clustering/blobs.case.ts";
import { rowOf } from "../clustering/vectors.ts";
import { CodesBuilder } from "./codes.ts";
import type { VectorArrays } from "./layout.ts";
import { emptyCodes, writeCode } from "./one-bit-code.ts";

const vectors = blobs(5, 40, { noise: 0.3, dimensions: 40 });

/** Every 17th vector is missing. `expected` changes nothing but the number of reallocations. */
function built(expected: number, lists: Parameters<CodesBuilder["build"]>[0] = {}): VectorArrays {
  const builder = new CodesBuilder(40, expected);
  for (let row = 0; row < vectors.rows; row++) builder.add(row % 17 === 3 ? null : rowOf(vectors, row));
  return builder.build(lists);
}

/** Length and digest of each array that is not empty. */
const digests = (arrays: VectorArrays) =>
  Object.fromEntries(
    Object.entries(arrays).flatMap(([name, array]) => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
      return array.length === 0 ? [] : [[name, `${array.length} ${digest}`]];
    }),
  );

describe("stored vectors", () => {
  it("are those of earlier versions, byte for byte", () => {
    const plain = {
      codes: "1664 de01de50a2d4",
      factors: "208 32a3eb09ead3",
      int8: "12800 01b7224866f0",
      scales: "200 9bd767d7ea95",
    };
    expect(digests(built(8))).toEqual(plain);
    expect(digests(built(200))).toEqual(plain);
    expect(digests(built(500, { listsFrom: 201 }))).toEqual(plain);
  });

  it("are in inverted lists as in earlier versions, byte for byte", () => {
    expect(digests(built(8, { listsFrom: 200, listSize: 10 }))).toEqual({
      int8: "20480 cbcb5d2399e6",
      scales: "320 5900426ffe8b",
      ids: "320 2d9a9358b88d",
      slots: "200 c1deefc5eb80",
      codes: "2560 ee835e55779b",
      factors: "320 9ce6c921b588",
      listStarts: "17 a3ac4c596741",
      centroids: "1024 f9964a846ae4",
      centroidScales: "16 52eee8914fc5",
      centroidLengths: "16 d8da20c4bd8d",
      centroidCodes: "128 402a8f6e154f",
      centroidFactors: "16 fbfb41726fdd",
    });
  });

  it("equal to the mean of their list are not missing", () => {
    const written = emptyCodes(1, 64);
    writeCode(new Float32Array(64), written, 0);
    expect(written.factors[0]).toBeGreaterThan(0);
    expect(written.codes.every((byte) => byte === 0)).toBe(true);
  });

  it("without a direction count as missing", () => {
    const builder = new CodesBuilder(40);
    builder.add(new Float32Array(40));
    builder.add(rowOf(vectors, 0));
    const { scales, factors } = builder.build();
    expect([scales[0], factors[0]]).toEqual([0, 0]);
    expect(scales[1]).toBeGreaterThan(0);
  });
});
