/** Slot numbers of running threads: each gets the lowest that is free when it starts. */
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
