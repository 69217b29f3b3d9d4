/**
 * Writes that no response waits for. A failed write is dropped, not retried: the next request that needs it starts it
 * again.
 */
export class BackgroundWrites {
  readonly #pending = new Map<string, Promise<void>>();

  /** Starts the write, unless one with this name is still running. */
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

  /** Resolves when all writes have finished. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending.values());
  }
}
