/** Keeps the data directory of a running server at the current snapshot of the store. */
import { setTimeout as pause } from "node:timers/promises";
import type { SharedSnapshots } from "./shared-snapshots.ts";

export interface Following {
  /** Whether the current snapshot was copied, or could not be: until then an older one would be served. */
  settled(): boolean;
  /** Why the current snapshot of the store is not served; null: it is, as far as is known. */
  problem(): string | null;
  close(): Promise<void>;
}

export interface FollowOptions {
  shared: Pick<SharedSnapshots, "published" | "install">;
  /** Called when another problem arises. */
  onProblem(error: Error): void;
  /** Called when it is over. */
  onRecovery(): void;
  /** How often the catalog is asked, in milliseconds. */
  pollMs?: number;
  /** Pause before an installation is tried again, in milliseconds. */
  retryMs?(retry: number): number;
}

const secondsAtMost = 30;

export function followSnapshots(options: FollowOptions): Following {
  const { shared, onProblem, onRecovery, pollMs = 250 } = options;
  const retryMs = options.retryMs ?? ((retry) => Math.min(secondsAtMost, 2 ** (retry - 1)) * 1_000);
  const stopping = new AbortController();
  const { signal } = stopping;
  let settled = false;
  let problem: string | null = null;

  const running = (async () => {
    let installed: string | null = null;
    let failed = { for: "", times: 0, at: 0 };
    while (!signal.aborted) {
      let wanted = "";
      try {
        wanted = JSON.stringify(await shared.published());
        const waits = failed.for === wanted && performance.now() - failed.at < retryMs(failed.times);
        if (wanted !== installed && !waits) {
          installed = JSON.stringify(await shared.install({ signal }));
        }
        if (installed === wanted && problem !== null) {
          problem = null;
          onRecovery();
        }
      } catch (error) {
        if (signal.aborted) break;
        const { message } = error as Error;
        failed = { for: wanted, times: failed.for === wanted ? failed.times + 1 : 1, at: performance.now() };
        if (message !== problem) onProblem(error as Error);
        problem = message;
      }
      settled = true;
      await pause(pollMs, undefined, { signal, ref: false }).catch(() => {});
    }
  })();

  return {
    settled: () => settled,
    problem: () => problem,
    async close() {
      stopping.abort(new Error("the server is closing"));
      await running;
    },
  };
}
