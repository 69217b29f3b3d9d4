/** URLs of web pages, as operators write them into files and feeds. */
import { z } from "zod";
import { namesLoopback } from "./hosts.ts";
import { parseUrl } from "./parse-url.ts";

/** Maximum length of every accepted URL, in UTF-16 units. */
export const maxUrlLength = 2_048;

/** An absolute http or https URL without a user name or password. */
export const webUrlSchema = addressSchema(
  isWebUrl,
  "must be an http or https address such as https://example.org/page, without a user name",
);

function isWebUrl(url: URL): boolean {
  return url.protocol === "https:" || url.protocol === "http:";
}

/** The URL of a feed: https, or http on a loopback host. */
export const feedUrlSchema = addressSchema(
  isFeedUrl,
  "must be an https address such as https://example.org/feed.json (http only for this machine, 127.0.0.1), " +
    "without a user name",
);

/** Whether a feed may be fetched from the URL: https anywhere, http only from a loopback host. */
function isFeedUrl(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && namesLoopback(url));
}

function addressSchema(allows: (url: URL) => boolean, rule: string) {
  const fits = (text: string): boolean => {
    // Browsers skip blanks and control characters, so the URL would differ from the displayed one.
    const url = /[\s\p{Cc}]/u.test(text) ? null : parseUrl(text);
    return url !== null && url.username === "" && url.password === "" && allows(url);
  };
  return z.string().max(maxUrlLength).refine(fits, rule).meta({ format: "uri" });
}
