/** Ctrl-C and termination: the first asks the command to finish cleanly, the second ends it at once. */
import { exitCodes } from "./exit.ts";

/** npm passes a Ctrl-C on to a child that has already had it: two within this time are one. */
const SAME_KEYSTROKE_MS = 250;

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Stops listening; the process answers signals as before. */
  dispose(): void;
}

/** Listens for SIGINT and SIGTERM until disposed. `announce` gets one line when the first arrives. */
export function listenForInterrupt(announce: (line: string) => void): Interrupt {
  const controller = new AbortController();
  let firstAt = 0;
  const onSignal = () => {
    if (controller.signal.aborted) {
      if (performance.now() - firstAt < SAME_KEYSTROKE_MS) return;
      process.exit(exitCodes.interrupted);
    }
    firstAt = performance.now();
    announce("Stopping; press Ctrl-C again to stop at once.");
    controller.abort(new Error("interrupted"));
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    dispose() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
