/** The process in which a server reads its sources: what it reads can neither block nor exhaust the server. */
import type { Config } from "../config/config.ts";
import type { SyncProgress, SyncReport } from "../sync/types.ts";
import { runAsChild } from "./child-process.ts";
import { syncRecords } from "./sync.ts";

export interface SyncTask {
  kind: "start";
  config: Config;
  /** Sources to read now; empty: those that are due. */
  keys: string[];
  /** As for `syncSource`. */
  allowWithdrawals: boolean;
}

export type SyncMessage =
  | { kind: "report"; report: SyncReport }
  | { kind: "progress"; progress: SyncProgress }
  /** A source that was asked for and cannot be read at all. */
  | { kind: "unreadable"; source: string; problem: string };

/** A source of unchanged files is done thousands of times a second. */
const TOLD_EVERY_MS = 250;

runAsChild<SyncTask, number, SyncMessage>(async ({ config, keys, allowWithdrawals }, { post, signal }) => {
  const toldAt = new Map<string, number>();
  const reports = await syncRecords(config, {
    keys,
    due: keys.length === 0,
    allowWithdrawals,
    signal,
    onProgress(progress) {
      const now = performance.now();
      if (now - (toldAt.get(progress.source) ?? Number.NEGATIVE_INFINITY) < TOLD_EVERY_MS) return;
      toldAt.set(progress.source, now);
      post({ kind: "progress", progress });
    },
    // The cause cannot always be cloned, and the message says enough for a log.
    onReport: ({ cause: _, ...report }) => post({ kind: "report", report }),
    onUnreadable: (source, problem) => post({ kind: "unreadable", source, problem }),
  });
  return reports.length;
});
