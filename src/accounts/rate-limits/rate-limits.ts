import { createHash } from "node:crypto";
import type { AccountsDb } from "../tables.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";
import { HourCounter } from "./hour-counter.ts";
import { MinuteCounter } from "./minute-counter.ts";
import type { RateLimitGroup, RateLimits } from "./types.ts";

export interface RateLimitSettings {
  /** Requests per minute and account; 0 = off. So are the next two. */
  search: number;
  analysis: number;
  me: number;
  /** Requests per hour and account; 0 = off. So is the next. */
  suggestions: number;
  feedback: number;
  /** Requests in flight per account; 0 = off. */
  concurrency: number;
  /** Bad tokens per minute and client address. */
  badTokens: number;
}

export const defaultRateLimits: RateLimitSettings = {
  search: 30,
  analysis: 10,
  me: 10,
  suggestions: 5,
  feedback: 10,
  concurrency: 2,
  badTokens: 30,
};

export interface OpenRateLimits extends RateLimits {
  /** Keeps the counts for the next start; without it the minutes open now count as used up. */
  close(): Promise<void>;
}

/**
 * The limits of the one server over `db`; call nothing after `close`, which leaves `db` open. The clock is
 * `Date.now`, which the limiters read themselves.
 */
export async function openRateLimits(db: AccountsDb, settings: RateLimitSettings): Promise<OpenRateLimits> {
  await forgetEnded(db);
  const minute = (name: string, limit: number, survivesCrash = true) =>
    MinuteCounter.open({ name, limit, db, survivesCrash });
  const minutes = {
    search: await minute("search", settings.search),
    analysis: await minute("analysis", settings.analysis),
    me: await minute("me", settings.me),
    // No write per stranger's address: whoever has many could make the disk busy for everybody.
    badTokens: await minute("bad-token", settings.badTokens, false),
  };
  const counters: Record<RateLimitGroup, MinuteCounter | HourCounter> = {
    ...minutes,
    suggestions: new HourCounter({ name: "suggestions", limit: settings.suggestions, db }),
    feedback: new HourCounter({ name: "feedback", limit: settings.feedback, db }),
  };
  const inFlight = new ConcurrencyLimiter(settings.concurrency);
  return {
    consume: async (group, accountId) => (settings[group] === 0 ? null : counters[group].consume(accountId)),
    enter: (accountId) => inFlight.enter(accountId),
    badToken: (address) => minutes.badTokens.consume(digest(address)),
    close: async () => {
      for (const counter of Object.values(minutes)) await counter.close();
    },
  };
}

async function forgetEnded(db: AccountsDb): Promise<void> {
  const now = Date.now();
  await db.deleteFrom("limit_window").where("ends_at", "<=", now).execute();
  await db.deleteFrom("limit_counter").where("expire", "<=", now).execute();
}

/** Addresses are counted, never kept readable. */
function digest(address: string): string {
  return createHash("sha256").update(address).digest("hex").slice(0, 32);
}
