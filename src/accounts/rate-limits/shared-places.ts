/** Limits requests in flight per account over all servers of a PostgreSQL database. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { AccountsDb } from "../tables.ts";
import type { ConcurrencySettings } from "./concurrency-limiter.ts";
import type { Release } from "./types.ts";

/** A killed server's slots are free after this time; a live one extends its own three times as often. */
const SLOT_MS = 15_000;
const EXTEND_MS = 5_000;
/** How often a waiting request checks its turn; a release in this process wakes it immediately. */
const CHECK_MS = 20;
const MAX_WAITING = 8;

export interface SharedPlacesOptions extends ConcurrencySettings {
  /** First part of the accounts' keys. */
  name: string;
}

/** The slots of this process: extended together. */
export class SharedPlaces {
  readonly #db: AccountsDb;
  readonly #held = new Set<number>();
  /** Wakes the requests of an account that wait in this process. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #timer: NodeJS.Timeout;
  /** Writes that no request waits for. */
  readonly #writes = new Set<Promise<unknown>>();

  constructor(db: AccountsDb) {
    this.#db = db;
    this.#timer = setInterval(() => this.#background(this.#extend()), EXTEND_MS);
    this.#timer.unref();
  }

  /** See `RateLimits.acquire`. Throws StorageError when the database cannot be reached. */
  async acquire(
    accountId: string,
    signal: AbortSignal,
    { name, limit, waitMs, maxWaiting = MAX_WAITING }: SharedPlacesOptions,
  ): Promise<Release | null> {
    if (limit === 0) return () => {};
    if (signal.aborted) return null;
    const account = `${name}:${accountId}`;
    const most = waitMs === 0 ? limit : limit + maxWaiting;
    const { rows } = await sql<{ taken: number | null; ahead: number }>`
      select taken, ahead from take_place(${account}, ${most}, ${SLOT_MS})`.execute(this.#db);
    const { taken: ticket, ahead } = rows[0]!;
    if (ticket === null) return null;
    this.#held.add(ticket);
    try {
      if (ahead < limit || (await this.#turn(account, ticket, { limit, waitMs, signal })))
        return this.#releaseOnce(account, ticket);
    } catch (error) {
      this.#release(account, ticket);
      throw error;
    }
    this.#release(account, ticket);
    return null;
  }

  /** Resolves once nothing is being written. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#writes);
  }

  /** Waits until fewer than `limit` tickets are older; false: the wait timed out, or the client disconnected. */
  async #turn(
    account: string,
    ticket: number,
    { limit, waitMs, signal }: { limit: number; waitMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const left = deadline - performance.now();
      if (left <= 0 || signal.aborted) return false;
      await this.#woken(account, Math.min(CHECK_MS, left), signal);
      const { ahead } = await this.#db
        .selectFrom("limit_place")
        .select((eb) => eb.fn.countAll<number>().as("ahead"))
        .where("account", "=", account)
        .where("ticket", "<", ticket)
        .where("expires_at", ">", serverTime)
        .executeTakeFirstOrThrow();
      if (ahead < limit) return !signal.aborted;
    }
  }

  async #woken(account: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    const awake = new AbortController();
    const wake = () => awake.abort();
    const waiting = this.#waiting.get(account) ?? new Set();
    this.#waiting.set(account, waiting.add(wake));
    signal.addEventListener("abort", wake, { once: true });
    await pause(milliseconds, undefined, { signal: awake.signal }).catch(() => {});
    signal.removeEventListener("abort", wake);
    waiting.delete(wake);
    if (waiting.size === 0) this.#waiting.delete(account);
  }

  #releaseOnce(account: string, ticket: number): Release {
    return () => {
      if (this.#held.has(ticket)) this.#release(account, ticket);
    };
  }

  /** A slot that cannot be released now is no longer extended. */
  #release(account: string, ticket: number): void {
    this.#held.delete(ticket);
    const released = this.#db.deleteFrom("limit_place").where("ticket", "=", ticket).execute();
    this.#background(
      released.then(() => {
        for (const wake of this.#waiting.get(account) ?? []) wake();
      }),
    );
  }

  async #extend(): Promise<void> {
    const held = [...this.#held];
    await this.#db.deleteFrom("limit_place").where("expires_at", "<=", serverTime).execute();
    if (held.length === 0) return;
    await this.#db
      .updateTable("limit_place")
      .set({ expires_at: sql`${serverTime} + ${SLOT_MS}::bigint` })
      .where("ticket", "in", held)
      .execute();
  }

  #background(work: Promise<unknown>): void {
    const ended = work.catch(() => {}).finally(() => this.#writes.delete(ended));
    this.#writes.add(ended);
  }
}

/** Milliseconds since 1970, of PostgreSQL's clock. */
const serverTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
