/** Gathers, while a remote embedder works, the pairs that its calibration is measured on. */
import { type Calibration, calibrate } from "../../search/vector/calibration.ts";
import type { Vector } from "./embed-texts.ts";

/** Of related texts, and of random ones. */
export const wantedPairs = 2_000;

/** Related: neighboring chunks of a document. Random: first chunks of documents far apart. */
export class CalibrationSample {
  readonly #related: number[] = [];
  readonly #firsts: Float32Array[] = [];
  #last: { document: number; vector: Float32Array } | null = null;

  /** Vectors in chunk order, with the number of the document each is of. */
  add(document: number, vector: Vector): void {
    if (!vector) return;
    if (this.#last?.document === document) {
      if (this.#related.length < wantedPairs) this.#related.push(dot(this.#last.vector, vector));
    } else if (this.#firsts.length < wantedPairs) this.#firsts.push(vector);
    this.#last = { document, vector };
  }

  /** Numbers of documents begin again at 0. */
  endSegment(): void {
    this.#last = null;
  }

  calibration(): Calibration {
    const half = Math.floor(this.#firsts.length / 2);
    const random = this.#firsts.slice(0, half).map((vector, i) => dot(vector, this.#firsts[half + i]!));
    return calibrate(random, this.#related);
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!;
  return sum;
}
