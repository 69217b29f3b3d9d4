/**
 * Cross-site request forgery: what changes something is accepted from our own pages only. The session cookie is
 * `SameSite=Strict` already; three more signs are asked for here, each of which a foreign page cannot give.
 */
import { ApiError } from "../../contract/api/errors.ts";
import type { ServerContext } from "../context.ts";

/** Foreign pages cannot send it without asking first, and nobody answers that they may. */
export const csrfHeader = "X-Console-Request";

const refusal = (what: string) =>
  new ApiError("FORBIDDEN", `This is accepted from the console's own pages only: ${what}`);

/** Throws ApiError for a request that another site's page may have made. `publicOrigin` null: any that is its own. */
export function requireSameOrigin(context: ServerContext, publicOrigin: string | null): void {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") throw refusal("it came from another site");
  const origin = context.req.header("origin");
  if (origin !== undefined && !isOurs(origin, context, publicOrigin))
    throw refusal(
      publicOrigin === null ? "its Origin is another host" : `open the console at ${publicOrigin}/console/`,
    );
  if (context.req.header(csrfHeader) !== "1") throw refusal(`send ${csrfHeader}: 1`);
}

function isOurs(origin: string, context: ServerContext, publicOrigin: string | null): boolean {
  if (publicOrigin !== null) return origin === publicOrigin;
  return URL.canParse(origin) && new URL(origin).host === new URL(context.req.url).host;
}
