/** HTTP client for reading other people's sites: few requests at a time per host, pauses, retries, a name. */
import { setTimeout as wait } from "node:timers/promises";
import { backoffMs, maxRetryAfterMs, retryAfterMs } from "./backoff.ts";
import { type Clock, createHostQueue } from "./host-queue.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "./http-client.ts";
import { HttpError } from "./http-error.ts";

/** How the reader of sources names itself, also to robots.txt. */
export const robotName = "Prior-Art-Sync";

export interface PoliteRequest extends HttpRequest {
  /** Pause between two requests to the host, in milliseconds; default 0. */
  delayMs?: number;
}

/** The limits of a request apply to each attempt. A host is a name with its port; hops of a redirect do not count. */
export interface PoliteClient {
  /**
   * Repeats a GET on 429, 500, 502, 503, 504 and on failures of the connection; returns the last response. Throws
   * HttpError, of kind `paused` when the host must not be asked now, or the signal's reason.
   */
  send(request: PoliteRequest): Promise<HttpResponse>;
}

export interface PoliteOptions {
  /** Version of the program. */
  version: string;
  /** Requests to one host at a time; default 2. */
  perHost?: number;
  /** For tests. */
  clock?: Clock;
  /** For tests: 0 ≤ result < 1. */
  random?(): number;
}

const attempts = 4;
const temporary = new Set([429, 500, 502, 503, 504]);
/** After this many failed requests in a row, each with all its attempts, a host is left alone for `pauseMs`. */
const maxFailures = 10;
const pauseMs = 600_000;
const maxPauseMs = 3_600_000;

/** Monotonic: unaffected when the system's clock is set. */
const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => signal?.throwIfAborted()),
};

export function createPoliteClient(http: HttpClient, options: PoliteOptions): PoliteClient {
  const { version, perHost = 2, clock = systemClock, random = Math.random } = options;
  const queue = createHostQueue(clock, perHost);
  const failures = new Map<string, number>();
  const pausedUntil = new Map<string, number>();

  const pause = (host: string, ms: number) => {
    failures.delete(host);
    pausedUntil.set(host, clock.now() + ms);
  };

  const checkPause = (host: string) => {
    const ms = (pausedUntil.get(host) ?? 0) - clock.now();
    if (ms > 0)
      throw new HttpError(
        "paused",
        `the host failed repeatedly or asked to wait; it is asked again in ${Math.ceil(ms / 60_000)} min`,
      );
    pausedUntil.delete(host);
  };

  const count = (host: string, failed: boolean) => {
    const inARow = failed ? (failures.get(host) ?? 0) + 1 : 0;
    if (inARow === 0) failures.delete(host);
    else if (inARow >= maxFailures) pause(host, pauseMs);
    else failures.set(host, inARow);
  };

  const sendOnce = async (host: string, request: PoliteRequest): Promise<HttpResponse | HttpError> => {
    const { delayMs = 0, signal } = request;
    const leave = await queue.enter(host, { delayMs, signal });
    try {
      checkPause(host);
      const headers = { "user-agent": `${robotName}/${version}`, ...request.headers };
      return await http.send({ ...request, headers, retry: false });
    } catch (error) {
      if (error instanceof HttpError && error.kind !== "paused") return error;
      throw error;
    } finally {
      leave();
    }
  };

  return {
    async send(request) {
      const { host } = new URL(request.url);
      checkPause(host);
      for (let attempt = 1; ; attempt++) {
        const outcome = await sendOnce(host, request);
        const repeatable = mayRepeat(outcome) && request.method !== "POST";
        const asked = outcome instanceof HttpError || !repeatable ? null : retryAfterMs(outcome.headers);
        if (asked !== null && asked > maxRetryAfterMs) pause(host, Math.min(asked, maxPauseMs));
        else if (repeatable && attempt < attempts) {
          await clock.sleep(Math.max(asked ?? 0, backoffMs(attempt, random())), request.signal);
          continue;
        } else count(host, repeatable || (outcome instanceof HttpError && outcome.kind === "timeout"));
        if (outcome instanceof HttpError) throw outcome;
        return outcome;
      }
    },
  };
}

function mayRepeat(outcome: HttpResponse | HttpError): boolean {
  if (outcome instanceof HttpError) return outcome.kind === "unreachable" || outcome.kind === "broken";
  return temporary.has(outcome.status);
}
