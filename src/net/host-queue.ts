/** Requests to one host wait for each other: few at a time, with a pause between them. */

/** Time, replaced in tests. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface HostQueue {
  /**
   * Waits until a request may be sent, in the order of the calls. `delayMs`: pause before the next request to the host,
   * after the start and after the end of this one. The result is called when the request has ended.
   */
  enter(host: string, options: { delayMs: number; signal?: AbortSignal }): Promise<() => void>;
}

interface Host {
  /** Resolves when the last request in the queue has started. */
  tail: Promise<unknown>;
  queued: number;
  running: number;
  notBefore: number;
  /** Called when a running request ends. */
  ended: () => void;
}

export function createHostQueue(clock: Clock, perHost: number): HostQueue {
  const hosts = new Map<string, Host>();

  /** A host without requests and without a pause has nothing to remember. */
  const forget = () => {
    for (const [name, host] of hosts)
      if (host.queued + host.running === 0 && host.notBefore <= clock.now()) hosts.delete(name);
  };

  return {
    async enter(name, { delayMs, signal }) {
      forget();
      const host = hosts.get(name) ?? {
        tail: Promise.resolve(),
        queued: 0,
        running: 0,
        notBefore: 0,
        ended() {},
      };
      hosts.set(name, host);
      host.queued++;
      const turn = host.tail;
      let started = () => {};
      // The next one waits for this one and for those before it, even if this one gives up earlier.
      host.tail = Promise.all([
        turn,
        new Promise<void>((resolve) => {
          started = resolve;
        }),
      ]);
      try {
        await abortable(turn, signal);
        while (host.running >= perHost)
          await abortable(
            new Promise<void>((resolve) => {
              host.ended = resolve;
            }),
            signal,
          );
        while (host.notBefore > clock.now()) await clock.sleep(host.notBefore - clock.now(), signal);
        signal?.throwIfAborted();
        host.running++;
        host.notBefore = clock.now() + delayMs;
      } finally {
        host.queued--;
        started();
      }
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        host.running--;
        host.notBefore = Math.max(host.notBefore, clock.now() + delayMs);
        host.ended();
      };
    },
  };
}

/** Rejects with the signal's reason when it aborts first. */
function abortable(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise.then(() => {});
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(() => resolve(), reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
