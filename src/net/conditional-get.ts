/** GET that transfers nothing when the page has not changed since it was last read. */
import type { HttpResponse } from "./http-client.ts";
import type { PoliteClient, PoliteRequest } from "./polite-client.ts";

/** Limits of decompressed bodies, in bytes. */
export const maxPageBytes = 20_000_000;
export const maxFileBytes = 50_000_000;

/** What the last read left for a conditional request. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** `gone`: 404 or 410. `failed`: any other status that is not a success. */
export type Got =
  | { outcome: "read"; response: HttpResponse; validators: Validators }
  | { outcome: "unchanged" }
  | { outcome: "gone" }
  | { outcome: "failed"; status: number };

export type GetRequest = Omit<PoliteRequest, "method" | "body" | "readBody" | "timeoutMs" | "maxBytes"> & {
  /** Default `maxPageBytes`. */
  maxBytes?: number;
};

const timeoutMs = 30_000;
const maxRedirects = 5;

/** Follows at most 5 redirects, and waits at most 30 s for each attempt. Throws as `PoliteClient.send` does. */
export async function getIfChanged(
  http: PoliteClient,
  request: GetRequest,
  known: Validators | null,
): Promise<Got> {
  const conditions: Record<string, string> = {};
  if (known?.etag) conditions["if-none-match"] = known.etag;
  if (known?.lastModified) conditions["if-modified-since"] = known.lastModified;
  const response = await http.send({
    maxBytes: maxPageBytes,
    maxRedirects,
    timeoutMs,
    ...request,
    headers: { ...request.headers, ...conditions },
  });
  const { status, headers } = response;
  if (status >= 200 && status < 300) return { outcome: "read", response, validators: validatorsOf(headers) };
  if (status === 304 && Object.keys(conditions).length > 0) return { outcome: "unchanged" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  return { outcome: "failed", status };
}

/** Malformed ones are dropped: they are stored and sent back as they are. */
function validatorsOf(headers: Headers): Validators {
  const fitting = (name: string, pattern: RegExp) => {
    const text = headers.get(name)?.trim() ?? "";
    return text.length <= 500 && pattern.test(text) ? text : null;
  };
  return {
    etag: fitting("etag", /^(?:W\/)?"[\x21\x23-\x7e]*"$/),
    lastModified: fitting("last-modified", /^[A-Za-z]{3,9},? [\w :+-]+$/),
  };
}
