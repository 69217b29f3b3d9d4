/** The most recently used entries, at most `size` of them. In memory only. */
export class LruCache<V> {
  readonly #size: number;
  /** In order of use: a Map lists its keys in the order they were set. */
  readonly #entries = new Map<string, V>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#size) this.#entries.delete(this.#entries.keys().next().value!);
  }
}
