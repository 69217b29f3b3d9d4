/**
 * Why a request brought no vectors:
 * - `unavailable`: no answer, a timeout, 408, 429 or 5xx; the same request may succeed later;
 * - `refused`: another 4xx; one of the texts may be at fault;
 * - `closed`: 401, 403, 404 or 405; no request can succeed until somebody mends the configuration;
 * - `unusable`: a 200 whose vectors are not what was asked for.
 */
export type FailureKind = "unavailable" | "refused" | "closed" | "unusable";

/** The message finishes the sentence "The embeddings endpoint … failed: …" and repeats nothing that was sent. */
export class RequestFailure extends Error {
  override name = "RequestFailure";
  readonly kind: FailureKind;
  /** What Retry-After asked for, in milliseconds; 0 without. */
  readonly retryAfterMs: number;

  constructor(kind: FailureKind, message: string, retryAfterMs = 0) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

const advice: Record<number, string> = {
  401: "check PRIORART_EMBEDDINGS_KEY",
  403: "check PRIORART_EMBEDDINGS_KEY",
  404: "check PRIORART_EMBEDDINGS_URL and PRIORART_EMBEDDINGS_MODEL",
  405: "check PRIORART_EMBEDDINGS_URL",
};

/** The failure that a status other than 2xx stands for. */
export function failureOfStatus(status: number, retryAfter: string | null): RequestFailure {
  const hint = advice[status];
  if (hint !== undefined) return new RequestFailure("closed", `status ${status}; ${hint}`);
  if (status === 408 || status === 429 || status >= 500)
    return new RequestFailure("unavailable", `status ${status}`, retryAfterMs(retryAfter));
  return new RequestFailure("refused", `status ${status}`);
}

/** Seconds or an HTTP date, in milliseconds from now; 0 for anything else. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now());
}
