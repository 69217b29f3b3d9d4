/** How many requests each account has in flight; accounts without any are not kept. */
export class ConcurrencyLimiter {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  /** `limit` 0 = off: everybody enters. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a place; null when all are taken. The returned function gives it back, once. */
  enter(accountId: string): (() => void) | null {
    if (this.#limit === 0) return () => {};
    const taken = this.#taken.get(accountId) ?? 0;
    if (taken >= this.#limit) return null;
    this.#taken.set(accountId, taken + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const rest = this.#taken.get(accountId)! - 1;
      if (rest === 0) this.#taken.delete(accountId);
      else this.#taken.set(accountId, rest);
    };
  }
}
