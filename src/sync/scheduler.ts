/** Decides, in a running server, when sources are read and when what changed is published. */

export interface SchedulerPorts {
  /** Whether a source is due. */
  isDue(): Promise<boolean>;
  /** Reads these sources; without keys, those that are due. */
  sync(keys: readonly string[], signal: AbortSignal): Promise<void>;
  /** Changes that wait for a publish; `since` in milliseconds. */
  publishDue(): Promise<{ since: number; change: number } | null>;
  publish(signal: AbortSignal): Promise<void>;
  /** The change was published. */
  published(change: number): Promise<void>;
  onProblem(what: "sync" | "publish", error: unknown): void;
  /** Clock, in milliseconds. */
  now(): number;
}

export interface SchedulerOptions extends SchedulerPorts {
  /** How long changes wait for the sources still being read, in milliseconds; null: nothing is published. */
  publishWindowMs: number | null;
  /** Pause between two looks at what is due. */
  everyMs?: number;
}

export interface Scheduler {
  /** Reads these sources as soon as possible. */
  request(keys: readonly string[]): void;
  /** What is running now. */
  activity(): { syncing: boolean; publishing: boolean };
  /** Stops what is running: it is continued by the next server. */
  close(): Promise<void>;
}

const EVERY_MS = 15_000;
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 3_600_000;

/** Starts at once. At most one reading and one publish run at a time. */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { publishWindowMs, everyMs = EVERY_MS, now } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const requested = new Set<string>();
  let syncing: Promise<void> | null = null;
  let publishing: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  /** Of the next publish, after failures. */
  let retry = { at: Number.NEGATIVE_INFINITY, pauseMs: FIRST_RETRY_MS };

  const startSync = (keys: readonly string[]) => {
    syncing = options.sync(keys, signal).then(
      () => {
        syncing = null;
        look();
      },
      // The next try comes with the timer.
      (error) => {
        syncing = null;
        if (!signal.aborted) options.onProblem("sync", error);
      },
    );
  };

  const startPublish = (change: number) => {
    publishing = options
      .publish(signal)
      .then(() => {
        retry = { at: Number.NEGATIVE_INFINITY, pauseMs: FIRST_RETRY_MS };
        return options.published(change);
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
    if (syncing === null) {
      const keys = [...requested];
      requested.clear();
      if (keys.length > 0 || (await options.isDue())) startSync(keys);
    }
    if (publishing !== null || publishWindowMs === null || now() < retry.at) return;
    const due = await options.publishDue();
    if (due === null || signal.aborted) return;
    if (syncing === null || now() - due.since >= publishWindowMs) startPublish(due.change);
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
    request(keys) {
      for (const key of keys) requested.add(key);
      look();
    },
    activity: () => ({ syncing: syncing !== null, publishing: publishing !== null }),
    async close() {
      clearInterval(timer);
      stopping.abort(new Error("the server is closing"));
      await looking;
      await Promise.all([syncing, publishing]);
    },
  };
}
