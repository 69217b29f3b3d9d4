/** Signals and waits that can be aborted. */

export interface Link {
  signal: AbortSignal;
  /** Whether the time is over. */
  timedOut(): boolean;
  /** From here on only the given signals abort. */
  stopTimer(): void;
  /** Forgets the timer and the given signals. */
  end(): void;
}

/** A signal that is aborted when one of `signals` is, and after `timeout` ms unless that is 0. */
export function link(signals: readonly (AbortSignal | undefined)[], timeout: number): Link {
  const controller = new AbortController();
  let timedOut = false;
  // Longer timers than this fire immediately.
  const ms = Math.min(timeout, 2 ** 31 - 1);
  const expire = () => {
    timedOut = true;
    controller.abort();
  };
  const timer = ms > 0 ? setTimeout(expire, ms) : undefined;
  const ends = signals.map((signal) => onAbort(signal, (reason) => controller.abort(reason)));
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    stopTimer: () => clearTimeout(timer),
    end: () => {
      clearTimeout(timer);
      for (const end of ends) end();
    },
  };
}

/**
 * Calls back once with the reason, immediately when it is aborted already. Returns a function that forgets the
 * callback.
 */
export function onAbort(signal: AbortSignal | undefined, callback: (reason: unknown) => void): () => void {
  const listener = () => callback(signal?.reason);
  if (signal?.aborted) listener();
  else signal?.addEventListener("abort", listener, { once: true });
  return () => signal?.removeEventListener("abort", listener);
}

/** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, ms);
    const forget = onAbort(signal, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}
