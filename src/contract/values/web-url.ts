/** Addresses of web pages, as operators write them into files and feeds. */
import { z } from "zod";
import { namesLoopback } from "./hosts.ts";

/** Of every URL that is accepted, in UTF-16 units. */
export const maxUrlLength = 2_048;

/** An absolute http or https address without a user name or password in it. */
export const webUrlSchema = addressSchema(
  isWebUrl,
  "must be an http or https address such as https://example.org/page, without a user name in it",
);

function isWebUrl(url: URL): boolean {
  return url.protocol === "https:" || url.protocol === "http:";
}

/** The URL of a feed: https, or http on this machine. */
export const feedUrlSchema = addressSchema(
  isFeedUrl,
  "must be an https address such as https://example.org/feed.json (http only for this machine, 127.0.0.1), " +
    "without a user name in it",
);

/** Whether a feed may be fetched from there: https anywhere, http from this machine only. */
export function isFeedUrl(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && namesLoopback(url));
}

function addressSchema(allows: (url: URL) => boolean, rule: string) {
  const fits = (text: string): boolean => {
    // Browsers skip blanks and control characters, so the URL would not be the one that people see.
    if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
    const url = new URL(text);
    return url.username === "" && url.password === "" && allows(url);
  };
  return z.string().max(maxUrlLength).refine(fits, rule).meta({ format: "uri" });
}
