/** Decides, in a running server, when sources are read and when what changed is published. */

interface Reading {
  keys: readonly string[];
  allowWithdrawals: boolean;
}

export interface SchedulerPorts {
  /** Whether a source is due. */
  isDue(): Promise<boolean>;
  /** Reads these sources, except those that do not exist or have no connector; without keys, those that are due. */
  sync(what: Reading, signal: AbortSignal): Promise<void>;
  /** Since when changes wait for a publish, in milliseconds; null: none do. */
  publishDue(): Promise<number | null>;
  /** Afterwards only later changes are due, unless someone cancelled it. */
  publish(signal: AbortSignal): Promise<"done" | "cancelled">;
  onProblem(what: "sync" | "publish", error: unknown): void;
  /** Clock, in milliseconds. */
  now(): number;
}

export interface SchedulerOptions extends SchedulerPorts {
  /** How long changes wait for the sources still being read, in milliseconds; null: nothing is published. */
  publishWindowMs: number | null;
  /** Pause between two checks of what is due. */
  everyMs?: number;
}

export interface Scheduler {
  /** Reads these sources as soon as possible; `allowWithdrawals` as for `syncSource`. */
  request(keys: readonly string[], options?: { allowWithdrawals?: boolean }): void;
  /** What is running now, and which sources are asked for and wait. */
  activity(): { syncing: boolean; publishing: boolean; requested: string[] };
  /** Stops what is running: it is continued by the next server. */
  close(): Promise<void>;
}

const EVERY_MS = 15_000;
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 3_600_000;

const whatIsDue: Reading = { keys: [], allowWithdrawals: false };

/** Starts immediately. At most one reading and one publish run at a time. */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { publishWindowMs, everyMs = EVERY_MS, now } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Sources that someone asked for, and whether withdrawals are confirmed. */
  const requested = new Map<string, boolean>();
  /** After a failure of what was asked for, so that it cannot keep the sources that are due from being read. */
  let isDueFirst = false;
  let syncing: Promise<void> | null = null;
  let publishing: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  /** Of the next publish, after failures and after one that was cancelled. */
  let retry = { at: Number.NEGATIVE_INFINITY, pauseMs: FIRST_RETRY_MS };

  /** Takes the requests with the same `allowWithdrawals` as the oldest one; the others wait for the next run. */
  const takeRequested = (): Reading => {
    const [allowWithdrawals = false] = requested.values();
    const keys = [...requested].filter(([, allows]) => allows === allowWithdrawals).map(([key]) => key);
    for (const key of keys) requested.delete(key);
    return { keys, allowWithdrawals };
  };

  const ask = ({ keys, allowWithdrawals }: Reading) => {
    for (const key of keys) requested.set(key, allowWithdrawals || requested.get(key) === true);
  };

  const startSync = (what: Reading) => {
    syncing = options.sync(what, signal).then(
      () => {
        syncing = null;
        look();
      },
      // The next try comes with the timer.
      (error) => {
        syncing = null;
        if (signal.aborted) return;
        ask(what);
        isDueFirst = what.keys.length > 0;
        options.onProblem("sync", error);
      },
    );
  };

  const startNextSync = async () => {
    const dueFirst = isDueFirst;
    isDueFirst = false;
    if (dueFirst && (await options.isDue())) return startSync(whatIsDue);
    const what = takeRequested();
    if (what.keys.length > 0 || (await options.isDue())) startSync(what);
  };

  const startPublish = () => {
    publishing = options
      .publish(signal)
      .then((outcome) => {
        const at = outcome === "cancelled" ? now() + LAST_RETRY_MS : Number.NEGATIVE_INFINITY;
        retry = { at, pauseMs: FIRST_RETRY_MS };
      })
      .catch((error) => {
        if (signal.aborted) return;
        retry = { at: now() + retry.pauseMs, pauseMs: Math.min(2 * retry.pauseMs, LAST_RETRY_MS) };
        options.onProblem("publish", error);
      })
      .finally(() => {
        publishing = null;
        look();
      });
  };

  const lookOnce = async () => {
    if (syncing === null) await startNextSync();
    if (publishing !== null || publishWindowMs === null || now() < retry.at) return;
    const since = await options.publishDue();
    if (since === null || signal.aborted) return;
    if (syncing === null || now() - since >= publishWindowMs) startPublish();
  };

  const look = () => {
    if (signal.aborted) return;
    lookAgain = true;
    looking ??= (async () => {
      while (lookAgain && !signal.aborted) {
        lookAgain = false;
        await lookOnce().catch((error) => options.onProblem("sync", error));
      }
      looking = null;
    })();
  };

  const timer = setInterval(look, everyMs);
  timer.unref();
  look();

  return {
    request(keys, { allowWithdrawals = false } = {}) {
      ask({ keys, allowWithdrawals });
      look();
    },
    activity: () => ({
      syncing: syncing !== null,
      publishing: publishing !== null,
      requested: [...requested.keys()],
    }),
    async close() {
      clearInterval(timer);
      stopping.abort(new Error("the server is closing"));
      await looking;
      await Promise.all([syncing, publishing]);
    },
  };
}
