/** Addresses of web pages, as operators write them into files and feeds. */
import { z } from "zod";

const MAX_LENGTH = 2_000;

/** An absolute http or https address without a user name or password in it. */
export const webUrlSchema = addressSchema(
  (url) => url.protocol === "https:" || url.protocol === "http:",
  "must be an http or https address such as https://example.org/page, without a user name in it",
);

/** Where a feed is fetched from: https, or http on this very machine, where nobody can listen in. */
export const feedUrlSchema = addressSchema(
  isFeedUrl,
  "must be an https address such as https://example.org/feed.json (http only for this machine, 127.0.0.1), " +
    "without a user name in it",
);

/** Whether a feed may be fetched from there: https anywhere, http from this machine only. */
export function isFeedUrl(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

/** `URL` has brought every spelling of a host into one form: 127.1 is 127.0.0.1 here. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

function addressSchema(allows: (url: URL) => boolean, rule: string) {
  const fits = (text: string): boolean => {
    // Browsers read past blanks and controls in an address; people who look at it do not see them.
    if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
    const url = new URL(text);
    return url.username === "" && url.password === "" && allows(url);
  };
  return z.string().max(MAX_LENGTH).refine(fits, rule).meta({ format: "uri" });
}
