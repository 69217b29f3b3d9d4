/** The process in which a server reads its sources: what it reads can neither block nor exhaust the server. */
import type { Config } from "../config/config.ts";
import type { SyncReport } from "../sync/types.ts";
import { runAsChild } from "./child-process.ts";
import { syncRecords } from "./sync.ts";

export interface SyncTask {
  kind: "start";
  config: Config;
  /** Sources to read now; empty: those that are due. */
  keys: string[];
}

export interface SyncMessage {
  kind: "report";
  report: SyncReport;
}

runAsChild<SyncTask, number, SyncMessage>(async ({ config, keys }, { tell, signal }) => {
  const reports = await syncRecords(config, {
    keys,
    due: keys.length === 0,
    signal,
    // The cause cannot always be cloned, and the message says enough for a log.
    onReport: ({ cause: _, ...report }) => tell({ kind: "report", report }),
  });
  return reports.length;
});
