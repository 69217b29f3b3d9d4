import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { blobs } from "../clustering/blobs.case.ts";
import { rowOf } from "../clustering/vectors.ts";
import { CodesBuilder, type CodesOptions } from "./codes.ts";
import type { VectorArrays } from "./layout.ts";
import { emptyCodes, writeCode } from "./one-bit-code.ts";
import { Quantiser } from "./quantiser.ts";

const vectors = blobs(5, 40, { noise: 0.3, dimensions: 40 });

/** Every 17th vector is missing. `expected` changes nothing but the number of reallocations. */
function built(expected: number, lists: CodesOptions = {}): VectorArrays {
  const builder = new CodesBuilder(40, { expected, ...lists });
  for (let row = 0; row < vectors.rows; row++) builder.add(row % 17 === 3 ? null : rowOf(vectors, row));
  return builder.build();
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
      int8: "12800 01b7224866f0",
      scales: "200 9bd767d7ea95",
      ids: "528 9db64c9b9958",
      codes: "4224 e7def768b53f",
      factors: "528 3123050d3eac",
      listStarts: "17 6dbb0eea9ada",
      ownEnds: "16 b606096e0072",
      centroids: "1024 0fa8f3991a0b",
      centroidScales: "16 1d7493636d6b",
      centroidLengths: "16 434d1e16d5e2",
    });
  });

  it("are the same where those beyond the first were quantised elsewhere", () => {
    const lists = { listsFrom: 120, listSize: 10 };
    const quantiser = new Quantiser(40);
    const builder = new CodesBuilder(40, { expected: 8, ...lists });
    const quantised = (from: number, to: number) => {
      const int8 = new Int8Array((to - from) * quantiser.dimensions);
      const scales = new Float32Array(to - from);
      for (let row = from; row < to; row++)
        if (row % 17 !== 3)
          scales[row - from] = quantiser.quantise(
            rowOf(vectors, row),
            int8,
            (row - from) * quantiser.dimensions,
          );
      return { int8, scales };
    };
    for (let row = 0; row < 125; row++) builder.add(row % 17 === 3 ? null : rowOf(vectors, row));
    builder.addQuantised(quantised(125, 190));
    builder.addQuantised(quantised(190, vectors.rows));
    expect(builder.build()).toEqual(built(8, lists));
  });

  it("that need codes are not taken quantised", () => {
    const builder = new CodesBuilder(40, { listsFrom: 1 });
    const one = { int8: new Int8Array(64), scales: new Float32Array(1) };
    expect(() => builder.addQuantised(one)).toThrow("vector 0 needs a code");
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
