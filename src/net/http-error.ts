/** Why an outbound request returned no response. */

/**
 * - `refused`: the URL, or a redirect, leads to an address that is not connected to;
 * - `timeout`: not complete within the time given;
 * - `size`: the body is larger than allowed;
 * - `redirect`: too many redirects, or one without a usable URL;
 * - `unreachable`: no connection was made, so nothing was sent;
 * - `broken`: the connection failed after the request may have been sent;
 * - `paused`: nothing was sent, because the host failed repeatedly or asked to wait.
 */
export type HttpErrorKind = "refused" | "timeout" | "size" | "redirect" | "unreachable" | "broken" | "paused";

/** The message contains neither the URL, which may contain a secret, nor anything sent or received. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly kind: HttpErrorKind;

  constructor(kind: HttpErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** The operating system reports these before a connection exists. */
const unreachable = new Set([
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
]);

/** Converts an error of Node's HTTP client, or of reading a body, into an HttpError. */
export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const { code } = error as { code?: unknown };
  const known = typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null;
  const suffix = known === null ? "" : ` (${known})`;
  return known !== null && unreachable.has(known)
    ? new HttpError("unreachable", `no connection${suffix}`, error)
    : new HttpError("broken", `the connection failed${suffix}`, error);
}
