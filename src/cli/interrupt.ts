/** Ctrl-C and termination: the first signal stops the command gracefully, the second ends it immediately. */
import { exitCodes } from "./exit.ts";

/** npm forwards a Ctrl-C to a child that already received it: two signals within this time count as one. */
const SAME_KEYSTROKE_MS = 250;

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Leaves signals to another program in the foreground, such as a pager, until the returned function is called. */
  pause(): () => void;
  /** Stops listening and restores the default handling. */
  dispose(): void;
}

/** Listens for SIGINT and SIGTERM until disposed. `announce` is called with one line on the first. */
export function listenForInterrupt(announce: (line: string) => void): Interrupt {
  const controller = new AbortController();
  let firstAt = 0;
  let paused = false;
  const onSignal = () => {
    if (paused) return;
    if (controller.signal.aborted) {
      if (performance.now() - firstAt < SAME_KEYSTROKE_MS) return;
      process.exit(exitCodes.interrupted);
    }
    firstAt = performance.now();
    announce("Stopping; press Ctrl-C again to stop immediately.");
    controller.abort(new Error("interrupted"));
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    pause() {
      paused = true;
      return () => {
        paused = false;
      };
    },
    dispose() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
