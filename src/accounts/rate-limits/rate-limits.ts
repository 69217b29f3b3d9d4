/** Rate limits of accounts, and of client addresses that send bad tokens. */
import { isPostgres } from "../../database/dialect.ts";
import type { AccountsDb } from "../tables.ts";
import { clientNetwork } from "./client-network.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";
import { HourCounter, keepPruned } from "./hour-counter.ts";
import { MinuteCounter } from "./minute-counter.ts";
import { SharedPlaces } from "./shared-places.ts";
import { sharedMinuteCounter } from "./stored-counter.ts";
import type { AccountLimits, RateLimitGroup, RateLimitResult, RateLimits } from "./types.ts";
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
 * The rate limits over `db`; do not use after `close`, which leaves `db` open. On a SQLite file there is one server: it
 * counts minutes and requests in flight in memory, and hours in the file. The servers of a PostgreSQL database count all
 * of them there. The clock is `Date.now`, which the library reads itself.
 */
export function openRateLimits(db: AccountsDb, options: RateLimitOptions): Promise<OpenRateLimits> {
  return isPostgres(db) ? openSharedLimits(db, options) : openOwnLimits(db, options);
}

async function openSharedLimits(db: AccountsDb, { settings }: RateLimitOptions): Promise<OpenRateLimits> {
  const stopPruning = await Promise.all([keepPruned(db, "limit_counter"), keepPruned(db, "limit_minute")]);
  // Bad tokens are not recorded: a client with many addresses could saturate the disk.
  const minute = (name: string, limit: number) =>
    sharedMinuteCounter(db, name, { limit, isRecorded: name !== "bad-token" });
  const minutes = minuteCounters(settings, minute);
  const sharedSlots = new SharedPlaces(db);
  const slots = (name: string, limit: number): Slots => ({
    acquire: (accountId, signal) =>
      sharedSlots.acquire(accountId, signal, { name, limit, waitMs: settings.concurrencyWait }),
  });
  return {
    ...limitsOver(db, settings, {
      minutes,
      slots: slots("token", settings.concurrency),
      pageSlots: slots("page", settings.pageConcurrency),
    }),
    close: async () => {
      await Promise.all([sharedSlots.close(), ...stopPruning.map((stop) => stop())]);
    },
  };
}

async function openOwnLimits(
  db: AccountsDb,
  { settings, onProblem }: RateLimitOptions,
): Promise<OpenRateLimits> {
  const stopPruning = await keepPruned(db, "limit_counter");
  const recorder = new WindowRecorder(db, onProblem);
  const record = (name: string) => (key: string, endsAt: number) => recorder.record(`${name}:${key}`, endsAt);
  const minutes = minuteCounters(
    settings,
    (name, limit) =>
      // Bad tokens are not recorded when their window opens: a client with many addresses could saturate the disk.
      new MinuteCounter({ limit, ...(name !== "bad-token" && { onOpen: record(name) }) }),
  );
  await restoreMinutes(db, minutes);
  const slots = (limit: number) => new ConcurrencyLimiter({ limit, waitMs: settings.concurrencyWait });
  return {
    ...limitsOver(db, settings, {
      minutes,
      slots: slots(settings.concurrency),
      pageSlots: slots(settings.pageConcurrency),
    }),
    close: async () => {
      await Promise.all([recorder.close(), stopPruning()]);
      await saveMinutes(db, minutes);
    },
  };
}

interface Counter {
  consume(key: string): Promise<RateLimitResult>;
}

type Slots = Pick<AccountLimits, "acquire">;

/** By the first part of their keys. */
function minuteCounters<C extends Counter>(
  settings: RateLimitSettings,
  minute: (name: string, limit: number) => C,
) {
  const limitOf = {
    search: settings.search,
    analysis: settings.analysis,
    me: settings.me,
    "page-search": settings.pageSearch,
    "page-analysis": settings.pageAnalysis,
    "page-me": settings.me,
    "bad-token": BAD_TOKENS,
  };
  const made = Object.entries(limitOf).map(([name, limit]) => [name, minute(name, limit)]);
  return Object.fromEntries(made) as Record<keyof typeof limitOf, C>;
}

function limitsOver(
  db: AccountsDb,
  settings: RateLimitSettings,
  {
    minutes,
    slots,
    pageSlots,
  }: { minutes: ReturnType<typeof minuteCounters<Counter>>; slots: Slots; pageSlots: Slots },
): Omit<OpenRateLimits, "close"> {
  const hours = {
    suggestions: new HourCounter({ name: "suggestions", limit: settings.suggestions, db }),
    feedback: new HourCounter({ name: "feedback", limit: settings.feedback, db }),
  };
  const pages = {
    search: minutes["page-search"],
    analysis: minutes["page-analysis"],
    me: minutes["page-me"],
    ...hours,
  };
  return {
    ...accountLimits({ ...minutes, ...hours }, { limits: settings, slots }),
    pages: accountLimits(pages, {
      limits: { ...settings, search: settings.pageSearch, analysis: settings.pageAnalysis },
      slots: pageSlots,
    }),
    badToken: (address) => minutes["bad-token"].consume(clientNetwork(address)),
  };
}

function accountLimits(
  counters: Record<RateLimitGroup, Counter>,
  { limits, slots }: { limits: Record<RateLimitGroup, number>; slots: Slots },
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
