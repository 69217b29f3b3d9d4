/** When a source is due. */
import type { SyncRun } from "../catalog/sync/runs.ts";
import { DEFAULT_REFRESH, parseRefresh } from "../contract/values/refresh.ts";

const FIRST_RETRY_MS = 15 * 60_000;
/** Delay before an interrupted reading resumes: a source that crashes the process must not do so in a tight loop. */
const CONTINUE_MS = 60_000;
const LAST_RETRY_MS = 86_400_000;

export interface ReadSource {
  /** As declared; undefined: the default. */
  refresh: string | undefined;
  /** The latest run; null before the first. */
  last: Pick<SyncRun, "startedAt" | "outcome"> | null;
  /** Runs in a row that failed. */
  failures: number;
}

/**
 * When the source is to be read next, in milliseconds; null: only when someone asks. A source that fails is read again
 * after 15 minutes, then after twice as long each time, at most a day; an interrupted reading is continued.
 */
export function nextRead(
  { refresh = DEFAULT_REFRESH, last, failures }: ReadSource,
  now: number,
): number | null {
  const next = parseRefresh(refresh);
  if (next === null) return null;
  const started = last === null ? null : Date.parse(last.startedAt);
  // Later than now: the clock was set back, and nothing would be due until it has caught up.
  if (started === null || started > now) return next(now) === null ? null : now;
  const regular = next(started);
  if (regular === null) return null;
  if (last!.outcome === "interrupted" || last!.outcome === "running") return started + CONTINUE_MS;
  if (failures === 0) return regular;
  return started + Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20), LAST_RETRY_MS);
}
