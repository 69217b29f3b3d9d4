/** Redirects: resolves their targets, and refuses unsafe ones. */
import { namesLoopback } from "../contract/values/hosts.ts";
import { parseUrl } from "../contract/values/parse-url.ts";
import { HttpError } from "./http-error.ts";

const statuses = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => statuses.has(status);

/**
 * The target URL of a redirect: https, or http to the same origin or a loopback host, where it is no more exposed
 * than before. Throws HttpError for any other, for one with credentials, and for a missing or malformed `Location`.
 */
export function redirectTarget(from: URL, location: string | null): URL {
  const to = location === null ? null : parseUrl(location, from);
  if (to === null) throw new HttpError("redirect", "a redirect without a valid URL");
  const secure =
    to.protocol === "https:" || (to.protocol === "http:" && (to.origin === from.origin || namesLoopback(to)));
  if (!secure || to.username !== "" || to.password !== "")
    throw new HttpError(
      "redirect",
      "a redirect to a URL that is not fetched (not https, or with credentials)",
    );
  return to;
}
