/** Keeps the sources of a server's data directory up to date, and publishes what changed. */
import type { Logger } from "pino";
import type { Catalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import { type Scheduler, startScheduler } from "../sync/scheduler.ts";
import { readSchedule } from "../sync/sync-sources.ts";
import { processFile, runChildTask } from "./child-task.ts";
import { publishInProcess } from "./publish.ts";
import type { SyncMessage, SyncTask } from "./sync-process.ts";

export function openScheduler(
  config: Config,
  { catalog, logger }: { catalog: Catalog; logger: Logger },
): Scheduler {
  const { publishWindow } = config;
  return startScheduler({
    async isDue() {
      const now = Date.now();
      return (await readSchedule(catalog, now)).some(({ dueAt }) => dueAt !== null && dueAt <= now);
    },
    sync: (keys, signal) => syncInProcess(config, { keys, signal, logger }),
    async publishDue() {
      const due = await catalog.sync.publishDue();
      return due && { since: Date.parse(due.since), change: due.change };
    },
    async publish(signal) {
      const report = await publishInProcess(config, {
        signal,
        onFailure: (problem) => logger.warn({ problem }, "a publish lacks something"),
      });
      logger.info({ snapshot: report.snapshot, seconds: report.seconds }, "published what sources changed");
    },
    published: (change) => catalog.sync.clearPublishDue(change),
    onProblem(what, error) {
      // Another process holds the lock: it does the work, and this one looks again.
      const level = error instanceof Error && error.name === "CommandError" ? "debug" : "error";
      logger[level](
        { err: error },
        what === "sync" ? "sources could not be read" : "changes could not be published",
      );
    },
    now: Date.now,
    publishWindowMs: publishWindow === null ? null : publishWindow * 60_000,
  });
}

async function syncInProcess(
  config: Config,
  { keys, signal, logger }: { keys: readonly string[]; signal: AbortSignal; logger: Logger },
): Promise<void> {
  const start: SyncTask = { kind: "start", config, keys: [...keys] };
  await runChildTask<number, SyncMessage>({
    file: processFile("sync-process"),
    start,
    signal,
    onMessage({ report: { source, outcome, message, counts } }) {
      const level = outcome === "complete" || outcome === "unchanged" ? "info" : "warn";
      logger[level]({ source, outcome, problem: message ?? undefined, ...counts }, "read a source");
    },
    describeDeath: ({ end }) => `the process that reads sources ${end}; it goes on from there in a minute`,
  });
}
