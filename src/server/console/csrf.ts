/**
 * Cross-site request forgery: state-changing requests are accepted only from our own pages. The session cookie is
 * `SameSite=Strict`; in addition, three headers are checked that a foreign page cannot set.
 */
import { ApiError } from "../../contract/api/errors.ts";
import { parseUrl } from "../../contract/values/parse-url.ts";
import type { ServerContext } from "../context.ts";

/** Foreign pages cannot send it without a CORS preflight, which is never approved. */
const csrfHeader = "X-Console-Request";

const refusal = (what: string) =>
  new ApiError("FORBIDDEN", `Only the console's own pages may send this request: ${what}`);

/** Throws ApiError for a possible cross-site request. `publicOrigin` null: the request's own host counts as ours. */
export function requireSameOrigin(context: ServerContext, publicOrigin: string | null): void {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") throw refusal("this one came from another site");
  const origin = context.req.header("origin");
  if (origin !== undefined && !isOurs(origin, context, publicOrigin))
    throw refusal(
      publicOrigin === null
        ? "the Origin of this one is another host"
        : `open the console at ${publicOrigin}/console/`,
    );
  if (context.req.header(csrfHeader) !== "1") throw refusal(`send ${csrfHeader}: 1`);
}

/** Whether an `Origin` is the service's own. */
export function isOurs(origin: string, context: ServerContext, publicOrigin: string | null): boolean {
  if (publicOrigin !== null) return origin === publicOrigin;
  return parseUrl(origin)?.host === new URL(context.req.url).host;
}
