/** Limits requests in flight per account: `limit` run concurrently, a few wait in a queue, the rest are refused. */
import type { Release } from "./types.ts";

const MAX_WAITING = 8;

export interface ConcurrencySettings {
  /** Concurrent requests per account; 0 = off: nothing waits or is refused. */
  limit: number;
  /** How long a request may wait for a slot, in milliseconds; 0: it is refused immediately. */
  waitMs: number;
  /** Requests of an account that may wait at the same time; 8 by default. */
  maxWaiting?: number;
}

interface Account {
  running: number;
  /** First in, first out. Each entry takes over a released slot. */
  waiting: Set<() => void>;
}

export class ConcurrencyLimiter {
  readonly #settings: ConcurrencySettings;
  /** Accounts without a request in flight are removed. */
  readonly #accounts = new Map<string, Account>();

  constructor(settings: ConcurrencySettings) {
    this.#settings = settings;
  }

  /** See `RateLimits.acquire`. */
  async acquire(accountId: string, signal: AbortSignal): Promise<Release | null> {
    const { limit, waitMs, maxWaiting = MAX_WAITING } = this.#settings;
    if (limit === 0) return () => {};
    if (signal.aborted) return null;
    const account = this.#account(accountId);
    if (account.running < limit) account.running++;
    else if (waitMs === 0 || account.waiting.size >= maxWaiting) return null;
    else if (!(await waitForPlace(account, waitMs, signal))) return null;
    return this.#releaseOnce(accountId, account);
  }

  #account(accountId: string): Account {
    const account = this.#accounts.get(accountId) ?? { running: 0, waiting: new Set() };
    this.#accounts.set(accountId, account);
    return account;
  }

  #releaseOnce(accountId: string, account: Account): Release {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const [next] = account.waiting;
      if (next !== undefined) return next();
      account.running--;
      if (account.running === 0) this.#accounts.delete(accountId);
    };
  }
}

/** True: a slot was transferred. False: the wait timed out, or the client disconnected. */
function waitForPlace({ waiting }: Account, waitMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = (hasPlace: boolean) => {
      waiting.delete(take);
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      resolve(hasPlace);
    };
    const take = () => leave(true);
    const giveUp = () => leave(false);
    const timer = setTimeout(giveUp, waitMs);
    signal.addEventListener("abort", giveUp);
    waiting.add(take);
  });
}
