/**
 * Minute windows in accounts.db. A window is recorded without its count when it opens, and with it when the server
 * closes: a row without a count belongs to a run that crashed, and its window starts exhausted.
 */
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { AccountsDb } from "../tables.ts";

export interface StoredWindow {
  /** Name of the counter, a colon, the counted key. */
  key: string;
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Requests counted; null while the window is counted in memory. */
  used: number | null;
}

/**
 * The windows of the last run that have not ended. The same transaction marks them as counted in memory: if this run
 * crashes too, they count as exhausted.
 */
export async function takeOverWindows(db: AccountsDb): Promise<StoredWindow[]> {
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom("limit_window").where("ends_at", "<=", Date.now()).execute();
    const rows = await tx.selectFrom("limit_window").selectAll().execute();
    await tx.updateTable("limit_window").set({ used: null }).execute();
    return rows.map(({ key, ends_at, used }) => ({ key, endsAt: ends_at, used }));
  });
}

/** In one transaction. */
export async function saveWindows(db: AccountsDb, windows: readonly StoredWindow[]): Promise<void> {
  if (windows.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const { key, endsAt, used } of windows)
      await tx
        .insertInto("limit_window")
        .values({ key, ends_at: endsAt, used })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ ends_at: endsAt, used }))
        .execute();
  });
}

/** How long a request waits until the window that it opens is recorded. */
const PATIENCE_MS = 100;
/** Delay between two batches; also after a failure. */
const BATCH_MS = 50;
const RETRY_MS = 1_000;

/** Records windows as they open, in batches, outside the requests that open them. */
export class WindowRecorder {
  readonly #db: AccountsDb;
  readonly #onProblem: (error: unknown) => void;
  /** By key. `done` ends the wait of the request that opened the window. */
  readonly #waiting = new Map<string, { window: StoredWindow; done: () => void }>();
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #failing = false;

  /** `onProblem` is called with the first of several failures in a row. */
  constructor(db: AccountsDb, onProblem: (error: unknown) => void) {
    this.#db = db;
    this.#onProblem = onProblem;
  }

  /**
   * Resolves when the window is recorded, so that a crash after the response cannot lose it. A file that is locked or
   * full delays the request for 100 ms at most, and not at all once a batch has failed; the batch is retried.
   */
  record(key: string, endsAt: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#failing ? 0 : PATIENCE_MS);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.set(key, { window: { key, endsAt, used: null }, done });
      this.#running ??= this.#run();
    });
  }

  /** Resolves after the batch being written. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    // Windows that open in the same turn of the event loop share a batch.
    await nextTurn();
    while (this.#waiting.size > 0 && !signal.aborted) {
      await this.#writeBatch();
      await pause(this.#failing ? RETRY_MS : BATCH_MS, undefined, { signal }).catch(() => {});
    }
    this.#running = null;
  }

  async #writeBatch(): Promise<void> {
    const batch = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      const windows = batch.map(({ window }) => window);
      await saveWindows(this.#db, windows);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#onProblem(error);
      this.#failing = true;
      for (const one of batch) if (!this.#waiting.has(one.window.key)) this.#waiting.set(one.window.key, one);
    }
    for (const { done } of batch) done();
  }
}
