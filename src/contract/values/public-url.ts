/** URLs that callers name: of the public internet only. Nothing is resolved or fetched here. */
import { z } from "zod";
import { namesPublicHost } from "./hosts.ts";
import { codePoints } from "./text.ts";
import { maxUrlLength } from "./web-url.ts";

/** A URL to a public http or https page: trimmed, at most 2,048 characters; the output is its normal spelling. */
export const publicUrlSchema = codePoints({ min: 1, max: maxUrlLength, trim: true })
  .transform((text, context) => {
    const problem = problemOf(text);
    if (problem === null) return new URL(text).href;
    context.issues.push({ code: "custom", message: problem, input: text });
    return z.NEVER;
  })
  .meta({ format: "uri", minLength: 1, maxLength: maxUrlLength });

/** What is wrong, as the end of a sentence that begins with the field; null: nothing. */
function problemOf(text: string): string | null {
  // Browsers skip line ends and tabs, so the URL would not be the one that people see.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text))
    return "must be a valid URL such as https://example.org/blog";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `must be an http or https address, not ${url.protocol.slice(0, 20)}`;
  if (url.username !== "" || url.password !== "")
    return "must not hold a user name or password; leave out the part before the @";
  if (!namesPublicHost(url))
    return "must lead to the public internet, not to a private, local or reserved host";
  return null;
}
