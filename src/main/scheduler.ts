/** Keeps the sources of a server's data directory up to date, and publishes what changed. */
import type { Logger } from "pino";
import type { Catalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import { type Scheduler, startScheduler } from "../sync/scheduler.ts";
import { readSchedule } from "../sync/sync-sources.ts";
import type { SyncProgress } from "../sync/types.ts";
import { processFile, runChildTask } from "./child-task.ts";
import { createLeadership } from "./leadership.ts";
import type { Publisher } from "./publisher.ts";
import type { SyncMessage, SyncTask } from "./sync-process.ts";

export interface SourceScheduler extends Scheduler {
  /** How far the sources are that are being read, by key. */
  progress: ReadonlyMap<string, SyncProgress>;
}

/** Errors of a lock that another process holds. */
const otherProcess = new Set(["CommandError", "PublishLockedError"]);

export function openScheduler(
  config: Config,
  { catalog, logger, publisher }: { catalog: Catalog; logger: Logger; publisher: Publisher },
): SourceScheduler {
  const { publishWindow } = config;
  const progress = new Map<string, SyncProgress>();
  /** Sources that someone asked for, of the process that reads: it starts, or reads others first. */
  const waiting = new Set<string>();
  const leadership = createLeadership(config);
  const scheduler = startScheduler({
    async isDue() {
      if (!(await leadership.isHeld())) return false;
      const now = Date.now();
      return (await readSchedule(catalog, now)).some(({ dueAt }) => dueAt !== null && dueAt <= now);
    },
    sync({ keys, allowWithdrawals }, signal) {
      for (const key of keys) waiting.add(key);
      const start: SyncTask = { kind: "start", config, keys: [...keys], allowWithdrawals };
      return syncInProcess(start, { signal, logger, progress, waiting }).finally(() => {
        progress.clear();
        waiting.clear();
      });
    },
    async publishDue() {
      if (!(await leadership.isHeld())) return null;
      const due = await catalog.sync.publishDue();
      return due && Date.parse(due.since);
    },
    publish: (signal) => publisher.automatic(signal),
    onProblem(what, error) {
      // Another process holds the lock: it does the work, and this one checks again later.
      const level = error instanceof Error && otherProcess.has(error.name) ? "debug" : "error";
      logger[level](
        { err: error },
        what === "sync" ? "sources could not be read" : "changes could not be published",
      );
    },
    now: Date.now,
    publishWindowMs: publishWindow === null ? null : publishWindow * 60_000,
  });
  return {
    ...scheduler,
    progress,
    activity() {
      const { requested, ...activity } = scheduler.activity();
      return { ...activity, requested: [...requested, ...waiting] };
    },
    close: async () => {
      await scheduler.close();
      await leadership.close();
    },
  };
}

interface SyncContext {
  signal: AbortSignal;
  logger: Logger;
  progress: Map<string, SyncProgress>;
  waiting: Set<string>;
}

async function syncInProcess(
  start: SyncTask,
  { signal, logger, progress, waiting }: SyncContext,
): Promise<void> {
  await runChildTask<number, SyncMessage>({
    file: processFile("sync-process"),
    start,
    signal,
    onMessage(message) {
      if (message.kind === "progress") {
        progress.set(message.progress.source, message.progress);
        waiting.delete(message.progress.source);
        return;
      }
      if (message.kind === "unreadable") {
        const { source, problem } = message;
        waiting.delete(source);
        logger.warn({ source, problem }, "a source that was asked for cannot be read");
        return;
      }
      const { source, outcome, message: problem, counts } = message.report;
      progress.delete(source);
      waiting.delete(source);
      const level = outcome === "complete" || outcome === "unchanged" ? "info" : "warn";
      logger[level]({ source, outcome, problem: problem ?? undefined, ...counts }, "read a source");
    },
    describeDeath: ({ end }) => `the process that reads sources ${end}; it resumes in a minute`,
  });
}
