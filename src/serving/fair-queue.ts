/**
 * Lets so many tasks run at once; the others wait and start in the order in which they came. A pool's own
 * queue gives a free thread to whoever asks at that moment, so that under load some wait for many others.
 */
export class FairQueue {
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** How many wait for a place. */
  get length(): number {
    return this.#waiting.length;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#places) this.#running++;
    else await new Promise<void>((start) => this.#waiting.push(start));
    try {
      return await task();
    } finally {
      // The place goes straight to the next in line, so that no newcomer can take it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
