/** Small numbers for threads that run: each has the lowest that was free when it started. */
export class Slots {
  readonly #taken = new Set<number>();

  take(): number {
    let slot = 0;
    while (this.#taken.has(slot)) slot++;
    this.#taken.add(slot);
    return slot;
  }

  release(slot: number): void {
    this.#taken.delete(slot);
  }
}
