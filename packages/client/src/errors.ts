/** Why a call failed. */
import type { ServiceErrorCode } from "./generated/types.ts";

/**
 * `UNREACHABLE`: no response, or one that was cut off. `TIMEOUT`: it took too long. `UNREADABLE`: a response that is not
 * the service's, perhaps of a proxy or of another address.
 */
export type ClientErrorCode = "UNREACHABLE" | "TIMEOUT" | "UNREADABLE";
/** A newer service may send codes that are not listed. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode | (string & {});

/** What is known of a failure besides its message. */
export interface ErrorFacts<Code extends ErrorCode = ErrorCode> {
  code: Code;
  /** HTTP status; 0 without a response. */
  status: number;
  /** Whether the same call may succeed later. */
  retryable: boolean;
  /** Seconds to wait before the next try; null when the response does not say. */
  retryAfter?: number | null;
  /** Identifies the request in the server's log, for errors of the server. */
  requestId?: string | null;
  /** The parsed body of the response. */
  body?: unknown;
  cause?: unknown;
}

export class PriorArtError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "PriorArtError";
  readonly code: Code;
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  readonly body: unknown;

  constructor(message: string, facts: ErrorFacts<Code>) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.retryable = facts.retryable;
    this.retryAfter = facts.retryAfter ?? null;
    this.requestId = facts.requestId ?? null;
    this.body = facts.body;
  }
}

/** Whether a caught value is an error of a call, with one of the codes when any are given. */
export function isPriorArtError<Code extends ServiceErrorCode | ClientErrorCode = never>(
  error: unknown,
  ...codes: Code[]
): error is PriorArtError<[Code] extends [never] ? ErrorCode : Code> {
  // By name: two copies of this package may be installed.
  if (!(error instanceof Error) || error.name !== "PriorArtError") return false;
  return codes.length === 0 || codes.includes((error as PriorArtError).code as Code);
}

/** For a request without a response. */
export function unreachable(cause: unknown): PriorArtError<"UNREACHABLE"> {
  return new PriorArtError("The service does not respond; check your connection, then try again", {
    code: "UNREACHABLE",
    status: 0,
    retryable: true,
    cause,
  });
}

/** For a response that the service did not write. */
export function unreadable(response: Response, cause?: unknown): PriorArtError<"UNREADABLE"> {
  const { ok, status, type } = response;
  const message =
    type === "opaqueredirect" || (status >= 300 && status < 400)
      ? "The service redirected the request; give the address that it redirects to"
      : ok
        ? "The response is not one of Prior Art's API; check the address of the service"
        : `A server in front of the service responded with ${status}; try again in a moment`;
  return new PriorArtError(message, {
    code: "UNREADABLE",
    status,
    retryable: status >= 500 || status === 429,
    retryAfter: retryAfterOf(response),
    cause,
  });
}

/** The error of an unsuccessful response. */
export async function errorOf(response: Response): Promise<PriorArtError> {
  const body: unknown = await response.json().catch(() => null);
  const { error, code, retryable, requestId } = (body ?? {}) as Record<string, unknown>;
  if (typeof error !== "string" || typeof code !== "string") return unreadable(response);
  return new PriorArtError(error, {
    code,
    status: response.status,
    retryable: retryable === true,
    retryAfter: retryAfterOf(response),
    requestId: typeof requestId === "string" ? requestId : null,
    body,
  });
}

/** `Retry-After` in seconds: a number, or a date, which is compared with the server's clock where it is known. */
function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get("retry-after") ?? "";
  if (/^\d{1,9}$/.test(value)) return Number(value);
  // Date.parse also reads words and single digits.
  const then = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN;
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Number.isNaN(then) ? null : Math.max(0, Math.ceil((then - now) / 1000));
}
