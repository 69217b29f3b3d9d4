/** Bytes that grow by a quarter when full. */
export class GrowableBytes {
  #bytes = new Uint8Array(1 << 10);
  length = 0;

  push(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, Math.ceil(this.#bytes.length * 1.25)));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.length);
    this.length = length;
  }

  /** A view; valid until the next push. */
  view(from = 0, to = this.length): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(from, to);
  }
}
