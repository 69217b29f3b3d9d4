/** Reads several sources, one process at a time. */
import pMap from "p-map";
import type { CatalogSource } from "../catalog/types.ts";
import { nextRead } from "./schedule.ts";
import { syncSource } from "./sync-source.ts";
import type { ConnectedSource, SyncOptions, SyncReport } from "./types.ts";

/** Sources read at the same time. */
const CONCURRENCY = 4;

export interface SyncSourcesOptions extends SyncOptions {
  /** Called with each report, as it comes. */
  onReport?(report: SyncReport): void;
}

/** Reports in the order of the sources; those not begun when the signal aborts, or removed before, are left out. */
export async function syncSources(
  sources: readonly ConnectedSource[],
  options: SyncSourcesOptions,
): Promise<SyncReport[]> {
  const reports = await pMap(
    sources,
    async (source) => {
      if (options.signal.aborted || !(await isConnectedStill(source, options))) return null;
      const report = await syncSource(source, options);
      options.onReport?.(report);
      return report;
    },
    { concurrency: CONCURRENCY },
  );
  return reports.filter((report) => report !== null);
}

/** Its turn may come hours after it was chosen. */
async function isConnectedStill({ key }: ConnectedSource, { catalog }: SyncOptions): Promise<boolean> {
  return (await catalog.sources()).some((source) => source.key === key && isConnected(source));
}

export function isConnected(source: CatalogSource): source is ConnectedSource {
  return source.connector !== undefined;
}

/** When a source was last read, and when it is due. */
export interface SourceSchedule {
  source: ConnectedSource;
  last: SyncReport | null;
  /** Milliseconds; null: only when someone asks. */
  dueAt: number | null;
}

/** Every source that has a connector, by key. */
export async function readSchedule(catalog: SyncOptions["catalog"], now: number): Promise<SourceSchedule[]> {
  const latest = await catalog.sync.latest();
  return (await catalog.sources()).filter(isConnected).map((source) => {
    const last = latest.runs.get(source.key) ?? null;
    const failures = latest.failures.get(source.key) ?? 0;
    return { source, last, dueAt: nextRead({ refresh: source.refresh, last, failures }, now) };
  });
}
