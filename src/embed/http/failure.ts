/**
 * Why a request brought no usable response:
 * - `unavailable`: no response, a timeout, 408, 429 or 5xx; the same request may succeed later;
 * - `refused`: another 4xx; one of the texts may be at fault;
 * - `closed`: 3xx, 401, 403, 404, 405 or a refused address; no request can succeed until the configuration is fixed;
 * - `unusable`: a 200 without the requested content.
 */
export type FailureKind = "unavailable" | "refused" | "closed" | "unusable";

/** The message completes the sentence "The embeddings endpoint … failed: …" and repeats nothing that was sent. */
export class RequestFailure extends Error {
  override name = "RequestFailure";
  readonly kind: FailureKind;
  /** The delay of Retry-After, in milliseconds; 0 without. */
  readonly retryAfterMs: number;

  constructor(kind: FailureKind, message: string, retryAfterMs = 0) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The failure that a status other than 2xx means. */
export function failureOfStatus(
  status: number,
  { advice, retryAfter }: { advice: Readonly<Record<number, string>>; retryAfter: string | null },
): RequestFailure {
  if (status >= 300 && status < 400)
    return new RequestFailure("closed", `status ${status}; redirects are not followed, set the final URL`);
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
