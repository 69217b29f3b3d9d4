/** Publishes in a server: at most one at a time, for any caller, with its progress. */
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { ConsoleOutput } from "../contract/api/console/operations.ts";
import type { PublishProgress, PublishReport } from "../publish/publish.ts";
import { publishInProcess } from "./publish.ts";

type PublishState = ConsoleOutput<"getPublish">;

export interface PublisherOptions {
  /** Publishes in a child process. */
  publish(request: {
    refit?: boolean;
    recluster?: boolean;
    signal: AbortSignal;
    onProgress(progress: PublishProgress): void;
    onFailure(problem: string): void;
  }): Promise<PublishReport>;
  logger: Pick<Logger, "info" | "warn" | "error">;
}

export interface Publisher {
  state(): Pick<PublishState, "running" | "last">;
  /** Starts a publish; false while one is running. */
  start(options: { refit: boolean; recluster: boolean }): boolean;
  /** Waits for the one that is running, then publishes. Rejects when that fails, and when `signal` stops it. */
  automatic(signal: AbortSignal): Promise<"done" | "cancelled">;
  /** False when none is running. */
  cancel(): boolean;
  close(): Promise<void>;
}

export function createServerPublisher(config: Config, logger: Logger): Publisher {
  return createPublisher({ logger, publish: (request) => publishInProcess(config, request) });
}

interface Run {
  startedAt: string;
  startedBy: "administrator" | "schedule";
  progress: PublishProgress | null;
  warnings: string[];
  stopping: AbortController;
  ended: Promise<void>;
}

/** Warnings kept of a run. */
const MAX_WARNINGS = 5;

export function createPublisher({ publish, logger }: PublisherOptions): Publisher {
  let running: Run | null = null;
  let last: PublishState["last"] = null;

  const settle = (
    run: Run,
    end: Pick<NonNullable<PublishState["last"]>, "outcome" | "snapshot" | "message">,
  ) => {
    const { startedAt, startedBy, warnings } = run;
    last = { startedAt, startedBy, finishedAt: new Date().toISOString(), warnings, ...end };
    running = null;
  };

  const execute = async (run: Run, options: { refit?: boolean; recluster?: boolean }) => {
    try {
      const report = await publish({
        ...options,
        signal: run.stopping.signal,
        onProgress: (progress) => {
          run.progress = progress;
        },
        onFailure: (problem) => {
          if (run.warnings.length < MAX_WARNINGS) run.warnings.push(problem);
          logger.warn({ problem }, "a publish lacks something");
        },
      });
      settle(run, {
        outcome: report.changed ? "published" : "unchanged",
        snapshot: report.snapshot,
        message: null,
      });
      logger.info({ snapshot: report.snapshot, seconds: report.seconds }, "published");
    } catch (error) {
      const cancelled = run.stopping.signal.aborted;
      const message = cancelled ? null : (error as Error).message;
      settle(run, { outcome: cancelled ? "cancelled" : "failed", snapshot: null, message });
      throw error;
    }
  };

  const begin = (startedBy: Run["startedBy"], options: { refit?: boolean; recluster?: boolean }) => {
    const run: Run = {
      startedAt: new Date().toISOString(),
      startedBy,
      progress: null,
      warnings: [],
      stopping: new AbortController(),
      ended: Promise.resolve(),
    };
    running = run;
    const result = execute(run, options);
    run.ended = result.catch(() => {});
    return { run, result };
  };

  return {
    state: () => ({ running: running && shownRun(running), last }),
    start(options) {
      if (running !== null) return false;
      const { run, result } = begin("administrator", options);
      result.catch((error) => {
        if (!run.stopping.signal.aborted) logger.error({ err: error }, "a publish failed");
      });
      return true;
    },
    async automatic(signal) {
      while (running !== null && !signal.aborted) await running.ended;
      signal.throwIfAborted();
      const { run, result } = begin("schedule", {});
      const stop = () => run.stopping.abort(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      try {
        await result;
        return "done";
      } catch (error) {
        if (run.stopping.signal.aborted && !signal.aborted) return "cancelled";
        throw error;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    cancel() {
      running?.stopping.abort(new Error("an administrator cancelled the publish"));
      return running !== null;
    },
    async close() {
      running?.stopping.abort(new Error("the server is closing"));
      await running?.ended;
    },
  };
}

function shownRun({ startedAt, startedBy, progress, warnings, stopping }: Run): PublishState["running"] {
  return {
    startedAt,
    startedBy,
    warnings,
    step: progress?.step ?? null,
    done: progress?.done ?? 0,
    total: progress?.total ?? null,
    stopping: stopping.signal.aborted,
  };
}
