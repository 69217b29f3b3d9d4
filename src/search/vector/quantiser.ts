/** Vectors to int8: rotated, so that no component is much greater than the others, and scaled by the greatest. */
import { paddedDimensions, Rotation } from "./rotation.ts";

export class Quantiser {
  /** Of a row. */
  readonly dimensions: number;
  /** The last vector, rotated. */
  readonly rotated: Float32Array;
  readonly #rotation: Rotation;

  constructor(dimensions: number) {
    this.dimensions = paddedDimensions(dimensions);
    this.rotated = new Float32Array(this.dimensions);
    this.#rotation = new Rotation(dimensions);
  }

  /** Writes a vector into `int8` from `at` on and returns its scale; 0, and nothing is written, for a vector of zeros. */
  quantise(vector: ArrayLike<number>, int8: Int8Array, at: number): number {
    const { rotated } = this;
    this.#rotation.apply(vector, rotated);
    let greatest = 0;
    for (const x of rotated) greatest = Math.max(greatest, Math.abs(x));
    if (greatest === 0) return 0;
    for (let j = 0; j < rotated.length; j++) int8[at + j] = Math.round((rotated[j]! * 127) / greatest);
    return greatest / 127;
  }
}
