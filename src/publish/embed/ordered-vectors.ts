/** Quantises the vectors of a segment in the order of its tasks, whose vectors arrive in any order. */
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import type { CodesBuilder } from "../../search/vector/codes.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";

export class OrderedVectors {
  readonly #begin: () => CodesBuilder;
  #codes: CodesBuilder | null = null;
  /** By task; those whose turn has not come. */
  readonly #waiting = new Map<number, Float32Array>();
  #next = 0;
  /** Tasks of the segment, once it is known. */
  #tasks: number | null = null;

  /** `begin` is called for each segment. */
  constructor(begin: () => CodesBuilder) {
    this.#begin = begin;
  }

  /** Vectors of one task, one after another; one of zeros has no code. */
  add(task: number, vectors: Float32Array): void {
    this.#waiting.set(task, vectors);
    this.#codes ??= this.#begin();
    for (let next = this.#waiting.get(this.#next); next; next = this.#waiting.get(this.#next)) {
      for (let at = 0; at < next.length; at += fittedDimensions)
        this.#codes.add(next.subarray(at, at + fittedDimensions));
      this.#waiting.delete(this.#next++);
    }
  }

  finish(tasks: number): void {
    this.#tasks = tasks;
  }

  /** Once all vectors of a finished segment are there; the next segment begins then. */
  take(): VectorArrays | null {
    if (this.#next !== this.#tasks) return null;
    const arrays = (this.#codes ?? this.#begin()).build();
    this.#codes = null;
    this.#tasks = null;
    this.#next = 0;
    return arrays;
  }
}
