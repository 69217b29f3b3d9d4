/** Sends the request of a call: waits for its turn, retries, and converts failures to PriorArtError. */
import { type Link, link } from "./abort.ts";
import { errorOf, PriorArtError, unreachable, unreadable } from "./errors.ts";
import { createLimiter } from "./limiter.ts";
import { atLeast, type CallOptions, type Settings } from "./options.ts";
import { type Fields, type Route, requestParts } from "./request.ts";
import { withRetries } from "./retry.ts";

/** A response whose body may be read after the call has returned. */
export interface Opened {
  response: Response;
  /** Keeps the place in flight, without a limit of time, until the returned function is called. */
  hold(): () => void;
  /** The error to throw for a failure while the body is read. */
  failure(error: unknown): unknown;
}

export interface Sending<T> extends CallOptions {
  /** Reads a successful response. */
  read(opened: Opened): Promise<T>;
}

export type Send = <T>(route: Route, fields: Fields, sending: Sending<T>) => Promise<T>;

export function createSend(settings: Settings): Send {
  const acquire = createLimiter(settings.maxInFlight);
  return async (route, fields, { read, signal, timeout = settings.timeout }) => {
    atLeast("timeout", timeout, 0);
    const { path, body } = requestParts(route, fields);
    const call = link([settings.signal, signal], 0);
    let release: (() => void) | undefined;
    let held = false;
    const end = () => {
      call.end();
      release?.();
    };
    const init: RequestInit = {
      method: route.method,
      headers: { ...settings.headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
      redirect: "manual",
      ...(body !== undefined && { body }),
    };
    const attempt = async () => {
      const limit = link([call.signal], timeout);
      const failure = (error: unknown) => failureOf(error, limit, call.signal);
      const hold = () => {
        held = true;
        limit.stopTimer();
        return () => {
          limit.end();
          end();
        };
      };
      try {
        const response = await settings.fetch(`${settings.base}${path}`, { ...init, signal: limit.signal });
        if (!response.ok) throw await errorOf(response);
        return await read({ response, hold, failure });
      } catch (error) {
        throw failure(error);
      } finally {
        if (!held) limit.end();
      }
    };
    const { retries, maxRetryAfter } = settings;
    try {
      release = await acquire(call.signal);
      return await withRetries(attempt, {
        retries,
        maxRetryAfter,
        idempotent: !route.once,
        signal: call.signal,
      });
    } finally {
      if (!held) end();
    }
  };
}

/** An abort by the caller stays one. */
function failureOf(error: unknown, { timedOut }: Link, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (timedOut())
    return new PriorArtError("The service took too long to respond; try again, or allow more time", {
      code: "TIMEOUT",
      status: 0,
      retryable: true,
      cause: error,
    });
  return error instanceof PriorArtError ? error : unreachable(error);
}

/** The body as JSON. A response that was cut off is a failure of the connection; another text is not the API's. */
export async function readJson({ response }: Opened): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(response, error);
  }
}

/** A page of another service is not a file. */
function requireFile(response: Response): void {
  const type = response.headers.get("content-type") ?? "";
  if (!/^(?:text\/csv|application\/x-ndjson)\b/.test(type)) throw unreadable(response);
}

export function readText({ response }: Opened): Promise<string> {
  requireFile(response);
  return response.text();
}

/** The body as bytes. Its place in flight is free again when it has been read to its end or cancelled. */
export async function readStream({ response, hold, failure }: Opened): Promise<ReadableStream<Uint8Array>> {
  requireFile(response);
  if (!response.body) throw unreadable(response);
  const reader = response.body.getReader();
  const end = hold();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          const reason = failure(error);
          end();
          controller.error(reason);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
