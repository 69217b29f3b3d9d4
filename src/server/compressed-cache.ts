/** Compressed bodies in memory, by a key that changes with the content. The least recently used are dropped. */
export class CompressedCache {
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #bodies = new Map<string, { body: Promise<Uint8Array<ArrayBuffer>>; bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Concurrent requests for one key share one compression; a failed one is not kept. */
  get(key: string, make: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#bodies.get(key);
    if (known !== undefined) {
      this.#bodies.delete(key);
      this.#bodies.set(key, known);
      return known.body;
    }
    const entry = { body: make(), bytes: 0 };
    this.#bodies.set(key, entry);
    entry.body.then(
      ({ byteLength }) => {
        entry.bytes = byteLength;
        this.#bytes += byteLength;
        this.#shrink();
      },
      () => this.#bodies.delete(key),
    );
    return entry.body;
  }

  /** Entries that are still being made have no size yet, and stay. */
  #shrink(): void {
    for (const [key, { bytes }] of this.#bodies) {
      if (this.#bytes <= this.#maxBytes) return;
      if (bytes === 0) continue;
      this.#bodies.delete(key);
      this.#bytes -= bytes;
    }
  }
}
