/** Collects vectors in the order of their tasks, which arrive in any order, segment by segment. */
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import type { CodesBuilder } from "../../search/vector/codes.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import type { TaskVectors } from "./task-vectors.ts";

export class OrderedVectors {
  readonly #begin: () => CodesBuilder;
  #codes: CodesBuilder | null = null;
  /** By task; those whose turn has not come. */
  readonly #waiting = new Map<number, TaskVectors>();
  #next = 0;
  /** The task after the last one, of each segment that is finished and not taken yet. */
  readonly #ends: number[] = [];

  /** `begin` is called for each segment. */
  constructor(begin: () => CodesBuilder) {
    this.#begin = begin;
  }

  add(task: number, vectors: TaskVectors): void {
    this.#waiting.set(task, vectors);
  }

  /** The segment ends before the task `end`; called before a task of the next segment is added. */
  finish(end: number): void {
    this.#ends.push(end);
  }

  /** Called after each of the above. Those of the first segment that is finished, once all of them are there. */
  take(): VectorArrays | null {
    this.#quantise();
    if (this.#next !== this.#ends[0]) return null;
    this.#ends.shift();
    const arrays = (this.#codes ?? this.#begin()).build();
    this.#codes = null;
    return arrays;
  }

  #quantise(): void {
    for (; this.#next !== this.#ends[0]; this.#next++) {
      const vectors = this.#waiting.get(this.#next);
      if (!vectors) return;
      this.#waiting.delete(this.#next);
      this.#codes ??= this.#begin();
      if (vectors instanceof Float32Array)
        for (let at = 0; at < vectors.length; at += fittedDimensions)
          this.#codes.add(vectors.subarray(at, at + fittedDimensions));
      else this.#codes.addQuantised(vectors);
    }
  }
}
