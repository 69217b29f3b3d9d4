/** How often a source is read: a word, an interval, or a cron expression in UTC. */
import { Cron } from "croner";
import { z } from "zod";

const intervalPattern = /^([1-9]\d{0,3})([mhd])$/;
const milliseconds: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const words: Readonly<Record<string, string>> = { hourly: "1h", daily: "1d", weekly: "7d" };
/** Shorter intervals burden the source's server. */
const SHORTEST_MS = 5 * 60_000;

export const DEFAULT_REFRESH = "daily";

/** Time after `from` at which a source is due, both in milliseconds; null: never. */
export type NextRead = (from: number) => number | null;

/** Null when the text is none of the forms. */
export function parseRefresh(text: string): NextRead | null {
  if (text === "never") return () => null;
  const interval = intervalPattern.exec(words[text] ?? text);
  if (interval !== null) {
    const ms = Number(interval[1]) * milliseconds[interval[2]!]!;
    return ms < SHORTEST_MS ? null : (from) => from + ms;
  }
  // Five fields: croner accepts seconds and years too.
  if (text.split(/\s+/).length !== 5) return null;
  try {
    const cron = new Cron(text, { timezone: "UTC" });
    return (from) => cron.nextRun(new Date(from))?.getTime() ?? null;
  } catch {
    return null;
  }
}

export const refreshSchema = z
  .string()
  .trim()
  .max(200)
  .refine(
    (text) => parseRefresh(text) !== null,
    'must be never, hourly, daily, weekly, an interval of at least 5m such as 6h or 2d, or a cron expression such as "0 3 * * 1"',
  );
