/** Redirects: where they lead, and which are not followed. */
import { HttpError } from "./http-error.ts";

const statuses = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => statuses.has(status);

/**
 * The URL that a redirect leads to. Throws HttpError for a `Location` that is missing or malformed, and for one with
 * credentials, of another scheme, or from https to http.
 */
export function redirectTarget(from: URL, location: string | null): URL {
  if (location === null || !URL.canParse(location, from.href))
    throw new HttpError("redirect", "a redirect without a valid URL");
  const to = new URL(location, from);
  const secure = to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:");
  if (!secure || to.username !== "" || to.password !== "")
    throw new HttpError(
      "redirect",
      "a redirect to a URL that is not fetched (not https, or with credentials)",
    );
  return to;
}
