/** URLs sent by callers: only of the public internet. Nothing is resolved or fetched here. */
import { z } from "zod";
import { namesPublicHost } from "./hosts.ts";
import { parseUrl } from "./parse-url.ts";
import { codePoints } from "./text.ts";
import { maxUrlLength } from "./web-url.ts";

/** A URL of a public http or https page: trimmed, at most 2,048 characters; the output is normalized. */
export const publicUrlSchema = codePoints({ min: 1, max: maxUrlLength, trim: true })
  .transform((text, context) => {
    const problem = problemOf(text);
    if (problem === null) return new URL(text).href;
    context.issues.push({ code: "custom", message: problem, input: text });
    return z.NEVER;
  })
  .meta({ format: "uri", minLength: 1, maxLength: maxUrlLength });

/** The fault, as the end of a sentence that begins with the field; null without one. */
function problemOf(text: string): string | null {
  // Browsers skip line ends and tabs, so the URL would differ from the displayed one.
  const url = /[\s\p{Cc}]/u.test(text) ? null : parseUrl(text);
  if (url === null) return "must be a valid URL such as https://example.org/blog";
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `must be an http or https address, not ${url.protocol.slice(0, 20)}`;
  if (url.username !== "" || url.password !== "")
    return "must not contain a user name or password; leave out the part before the @";
  if (!namesPublicHost(url))
    return "must lead to the public internet, not to a private, local or reserved host";
  return null;
}
