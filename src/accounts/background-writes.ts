/** Writes that no answer waits for. A write that fails is lost: whatever caused it causes it again. */
export class BackgroundWrites {
  readonly #pending = new Map<string, Promise<void>>();

  /** Starts the write, unless one of this name has not ended yet. */
  start(name: string, write: () => Promise<unknown>): void {
    if (this.#pending.has(name)) return;
    const ended = write().then(
      () => {},
      () => {},
    );
    this.#pending.set(
      name,
      ended.then(() => void this.#pending.delete(name)),
    );
  }

  /** Resolves when all writes have ended. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending.values());
  }
}
