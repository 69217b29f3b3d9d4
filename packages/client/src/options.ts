/** Options of a client and of a call. */

export interface CallOptions {
  /** Aborts the call: while it waits for its turn or for a retry, while it is sent, and while its response is read. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that one try may take, its response included; 0 for no limit. */
  timeout?: number | undefined;
}

export interface ClientOptions extends CallOptions {
  /** The root of the service, such as `https://research.example.org`, or the address of its API (`…/api/v1`). */
  baseUrl: string | URL;
  /** The member's access token. Without one, requests carry no `Authorization`. */
  token?: string | undefined;
  /** Requests in flight at once; more wait for their turn. The service allows an account two. */
  maxInFlight?: number | undefined;
  /** How often a call is sent again after a failure that may pass. */
  retries?: number | undefined;
  /** Longest wait in seconds that a `Retry-After` may ask for; a longer one fails the call. */
  maxRetryAfter?: number | undefined;
  /** Further headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface Settings {
  base: string;
  headers: Record<string, string>;
  timeout: number;
  signal: AbortSignal | undefined;
  maxInFlight: number;
  retries: number;
  maxRetryAfter: number;
  fetch: typeof globalThis.fetch;
}

/** A browser's fetch fails when called as a method of any object but the window. */
const globalFetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

/** Throws TypeError for options that no request could be sent with. */
export const settingsOf = ({ baseUrl, ...options }: ClientOptions): Settings =>
  transportSettings(apiBase(baseUrl), options);

/** The same, with the address that paths begin at. */
export function transportSettings(base: string, options: Omit<ClientOptions, "baseUrl">): Settings {
  const { token, timeout = 60_000, maxInFlight = 2, retries = 3, maxRetryAfter = 60 } = options;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError("token: must be the text of an access token, without spaces or line breaks");
  atLeast("timeout", timeout, 0);
  atLeast("maxInFlight", maxInFlight, 1);
  atLeast("retries", retries, 0);
  atLeast("maxRetryAfter", maxRetryAfter, 0);
  return {
    base,
    headers: {
      Accept: "application/json",
      ...options.headers,
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    timeout,
    signal: options.signal,
    maxInFlight,
    retries,
    maxRetryAfter,
    fetch: options.fetch ?? globalFetch,
  };
}

export function atLeast(name: string, value: number, least: number): void {
  if (!(value >= least)) throw new TypeError(`${name}: must be a number of at least ${least}, got ${value}`);
}

/** The address of the API, without a slash at its end. A browser also takes a path on its own origin. */
export function apiBase(baseUrl: string | URL): string {
  const text = String(baseUrl);
  if (!/^(https?:\/\/[^/?#@\\\s]+)?(\/[^?#\\\s]*)?$/.test(text))
    throw new TypeError(
      `baseUrl: must be an http or https address without user name, query and fragment, such as https://research.example.org, got ${JSON.stringify(text)}`,
    );
  let end = text.length;
  while (text[end - 1] === "/") end--;
  const base = text.slice(0, end);
  // The service also answers below one more segment.
  return /\/api\/v1(?:\/[^/]+)?$/.test(base) ? base : `${base}/api/v1`;
}
