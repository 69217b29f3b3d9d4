import { describe, expect, it } from "vitest";
import { seededGaussian } from "../random.ts";
import { paddedDimensions, Rotation } from "./rotation.ts";

const rotated = (rotation: Rotation, vector: ArrayLike<number>, padded: number) => {
  const out = new Float32Array(padded).fill(9);
  rotation.apply(vector, out);
  return out;
};

describe("Rotation", () => {
  it("rotates a vector as when stored vectors were written", () => {
    const vector = Float32Array.from({ length: 70 }, (_, i) => i + 1);
    const out = rotated(new Rotation(70), vector, 128);
    expect([...out.slice(0, 4), ...out.slice(124)]).toEqual([
      -8.72265625, 6.34765625, 9.82421875, 5.91015625, 13.83984375, 8.47265625, 6.46484375, -15.44921875,
    ]);
  });

  it("keeps inner products of vectors of any number of dimensions, whatever was rotated before", () => {
    for (const dimensions of [1, 63, 64, 65, 130]) {
      const padded = paddedDimensions(dimensions);
      expect([padded % 64, padded >= dimensions, padded - dimensions < 64]).toEqual([0, true, true]);
      const gaussian = seededGaussian(dimensions);
      const rotation = new Rotation(dimensions);
      const vectors = [1, 2, 3].map(() => Float32Array.from({ length: dimensions }, gaussian));
      const turned = vectors.map((vector) => rotated(rotation, vector, padded));
      const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, j) => sum + x * b[j]!, 0);
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++)
          expect(dot(turned[a]!, turned[b]!)).toBeCloseTo(dot(vectors[a]!, vectors[b]!), 3);
    }
  });

  it("spreads one component over all components", () => {
    const out = rotated(
      new Rotation(256),
      Float32Array.from({ length: 256 }, (_, i) => +(i === 5)),
      256,
    );
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(0.35);
    expect(out.filter((x) => Math.abs(x) > 1e-3).length).toBeGreaterThan(100);
  });
});
