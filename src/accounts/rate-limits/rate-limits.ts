/** Rate limits of accounts, and of client addresses that send bad tokens. */
import type { AccountsDb } from "../tables.ts";
import { clientNetwork } from "./client-network.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";
import { HourCounter, keepPruned } from "./hour-counter.ts";
import { MinuteCounter } from "./minute-counter.ts";
import type { AccountLimits, RateLimitGroup, RateLimits } from "./types.ts";
import { saveWindows, takeOverWindows, WindowRecorder } from "./window-store.ts";

export interface RateLimitSettings {
  /** Requests per minute and account; 0 = off. The same holds for the next two. */
  search: number;
  analysis: number;
  me: number;
  /** Requests per hour and account; 0 = off. The same holds for the next. */
  suggestions: number;
  feedback: number;
  /** Requests in flight per account; 0 = off. */
  concurrency: number;
  /** How long a request beyond those may wait for a slot, in milliseconds; 0: it is refused immediately. */
  concurrencyWait: number;
  /** The same as `search`, `analysis` and `concurrency`, for requests that pages send with a session. */
  pageSearch: number;
  pageAnalysis: number;
  pageConcurrency: number;
}

/** Per minute and client network. */
const BAD_TOKENS = 30;

export interface OpenRateLimits extends RateLimits {
  /**
   * Limits of requests that pages send with a session: minutes and slots of their own, so that a page and a script of
   * one member do not disturb each other. Hours are shared: one person writes both.
   */
  pages: AccountLimits;
  /** Saves the counts for the next start; without it the minutes open now count as exhausted. */
  close(): Promise<void>;
}

export interface RateLimitOptions {
  settings: RateLimitSettings;
  /** Called when minutes can no longer be recorded; they are counted in memory and recorded as soon as possible. */
  onProblem(error: unknown): void;
}

/**
 * The rate limits of the one server over `db`; do not use after `close`, which leaves `db` open. Minutes are counted
 * in memory, hours in the file. The clock is `Date.now`, which the library reads itself.
 */
export async function openRateLimits(
  db: AccountsDb,
  { settings, onProblem }: RateLimitOptions,
): Promise<OpenRateLimits> {
  const stopPruning = await keepPruned(db, "limit_counter");
  const recorder = new WindowRecorder(db, onProblem);
  const record = (name: string) => (key: string, endsAt: number) => recorder.record(`${name}:${key}`, endsAt);
  const minute = (name: string, limit: number) => new MinuteCounter({ limit, onOpen: record(name) });
  const minutes = {
    search: minute("search", settings.search),
    analysis: minute("analysis", settings.analysis),
    me: minute("me", settings.me),
    "page-search": minute("page-search", settings.pageSearch),
    "page-analysis": minute("page-analysis", settings.pageAnalysis),
    "page-me": minute("page-me", settings.me),
    // Not recorded when they open: a client with many addresses could saturate the disk.
    "bad-token": new MinuteCounter({ limit: BAD_TOKENS }),
  };
  const hours = {
    suggestions: new HourCounter({ name: "suggestions", limit: settings.suggestions, db }),
    feedback: new HourCounter({ name: "feedback", limit: settings.feedback, db }),
  };
  const { concurrencyWait: waitMs } = settings;
  await restoreMinutes(db, minutes);
  return {
    ...accountLimits(
      { ...minutes, ...hours },
      { limits: settings, slots: new ConcurrencyLimiter({ limit: settings.concurrency, waitMs }) },
    ),
    pages: accountLimits(
      {
        search: minutes["page-search"],
        analysis: minutes["page-analysis"],
        me: minutes["page-me"],
        ...hours,
      },
      {
        limits: { ...settings, search: settings.pageSearch, analysis: settings.pageAnalysis },
        slots: new ConcurrencyLimiter({ limit: settings.pageConcurrency, waitMs }),
      },
    ),
    badToken: (address) => minutes["bad-token"].consume(clientNetwork(address)),
    close: async () => {
      await Promise.all([recorder.close(), stopPruning()]);
      await saveMinutes(db, minutes);
    },
  };
}

function accountLimits(
  counters: Record<RateLimitGroup, MinuteCounter | HourCounter>,
  { limits, slots }: { limits: Record<RateLimitGroup, number>; slots: ConcurrencyLimiter },
): AccountLimits {
  return {
    consume: async (group, accountId) => (limits[group] === 0 ? null : counters[group].consume(accountId)),
    acquire: (accountId, signal) => slots.acquire(accountId, signal),
  };
}

type Minutes = Record<string, MinuteCounter>;

async function restoreMinutes(db: AccountsDb, minutes: Minutes): Promise<void> {
  const stored = await takeOverWindows(db);
  for (const [name, counter] of Object.entries(minutes))
    counter.restore(
      stored
        .filter(({ key }) => key.startsWith(`${name}:`))
        .map(({ key, endsAt, used }) => ({ key: key.slice(name.length + 1), endsAt, used })),
    );
}

async function saveMinutes(db: AccountsDb, minutes: Minutes): Promise<void> {
  const open = Object.entries(minutes).flatMap(([name, counter]) =>
    counter.windows().map((window) => ({ ...window, key: `${name}:${window.key}` })),
  );
  await saveWindows(db, open);
}
