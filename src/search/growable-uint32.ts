/** A Uint32Array that grows by half when full. */
export class GrowableUint32 {
  #values: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.#values = new Uint32Array(capacity);
  }

  /** A copy of an array that can grow. */
  static of(values: Uint32Array): GrowableUint32 {
    const growable = new GrowableUint32(values.length + 16);
    growable.#values.set(values);
    growable.length = values.length;
    return growable;
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new Uint32Array(Math.ceil(this.length * 1.5) + 16);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length++] = value;
  }

  /** A value that has been pushed. */
  at(index: number): number {
    return this.#values[index]!;
  }

  /** A view of what has been pushed; valid until the next push. */
  view(from = 0): Uint32Array {
    return this.#values.subarray(from, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
