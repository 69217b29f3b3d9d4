/** Reads one page of a site: its content, whatever its URL suggests. */
import { parseUrl } from "../../contract/values/parse-url.ts";
import { getIfChanged, maxFileBytes, maxPageBytes, type Validators } from "../../net/conditional-get.ts";
import type { HttpResponse } from "../../net/http-client.ts";
import { HttpError } from "../../net/http-error.ts";
import type { PoliteClient } from "../../net/polite-client.ts";
import { type Content, ItemFailure } from "../connector.ts";
import type { Format } from "../formats/format.ts";
import { decodeHtml } from "../formats/html/decode-html.ts";
import { type PageScan, scanPage } from "../formats/html/scan-page.ts";
import { canonicalUrl } from "../formats/page.ts";
import { contentType } from "./content-type.ts";
import { isSameSite, normalUrl, pageUrl } from "./normal-url.ts";
import { percentDecoded } from "./percent-decoded.ts";
import { createRobots, type Robots, RobotsUnavailable } from "./robots.ts";

export interface ReadPage {
  outcome: "read";
  content: Content;
  validators: Validators;
  /** Where redirects led, within the same site. */
  reached: URL;
  /** The address that the page states for itself, else `reached`. */
  canonical: URL;
  /** Where it links to; empty for what is not HTML and where the page asks not to follow. */
  links: readonly URL[];
}

export type PageResult =
  | ReadPage
  | { outcome: "unchanged" }
  | { outcome: "gone" }
  /** `links`: a page that must not be stored can still lead to others. */
  | { outcome: "skipped"; reason: string; links: readonly URL[] };

export interface PageReaderOptions {
  http: PoliteClient;
  signal: AbortSignal;
  /** Pause between two requests to a host; null: what robots.txt asks for, or a second. */
  delayMs: number | null;
}

export interface PageReader {
  /** Throws ItemFailure when the page cannot be read now. */
  read(url: URL, known: Validators | null): Promise<PageResult>;
  /** Throws RobotsUnavailable. */
  robots(url: URL): Promise<Robots>;
  delayMs(robots: Robots): number;
}

const DEFAULT_DELAY_MS = 1_000;
/** A page that is shown for longer has a text of its own. */
const MAX_REFRESH_SECONDS = 10;

/** Extensions of files that never become documents. */
const otherExtensions =
  /\.(?:jpe?g|png|gif|svg|webp|avif|ico|bmp|tiff?|css|m?js|map|json|xml|rss|atom|zip|gz|tgz|bz2|xz|7z|rar|tar|jar|exe|dmg|msi|deb|rpm|apk|iso|bin|wasm|woff2?|ttf|otf|eot|mp[34]|m4[av]|og[gv]|webm|mov|avi|mkv|flac|wav|docx?|xlsx?|pptx?|odt|epub|mobi|ics|torrent)$/i;

export const hasOtherExtension = ({ pathname }: URL): boolean => otherExtensions.test(pathname);

export function createPageReader(options: PageReaderOptions): PageReader {
  const { http, signal } = options;
  const robots = createRobots({ http, signal });
  const delayMs = (rules: Robots) => options.delayMs ?? rules.delayMs ?? DEFAULT_DELAY_MS;

  const read = async (url: URL, known: Validators | null): Promise<PageResult> => {
    if (hasOtherExtension(url)) return skipped(`is not a page: its name ends with ${extensionOf(url)}`);
    const rules = await robots(url);
    if (!rules.allows(url)) return { outcome: "gone" };
    const isPdf = /\.pdf$/i.test(url.pathname);
    const got = await getIfChanged(
      http,
      {
        url,
        signal,
        delayMs: delayMs(rules),
        maxBytes: isPdf ? maxFileBytes : maxPageBytes,
        headers: { accept: "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,*/*;q=0.1" },
      },
      known,
    );
    if (got.outcome === "failed") throw new ItemFailure(`the server answers with status ${got.status}`);
    if (got.outcome !== "read") return got;
    const { response, validators } = got;
    const reached = normalUrl(response.url);
    if (!isSameSite(reached, url)) return skipped("leads to another site by a redirect");
    // Many sites answer for what no longer exists with their start page.
    if (reached.pathname === "/" && url.pathname !== "/")
      return skipped("leads to the start page by a redirect");
    if (reached.href !== url.href && !(await robots(reached)).allows(reached)) return { outcome: "gone" };
    return pageOf(response, validators);
  };

  return {
    robots,
    delayMs,
    async read(url, known) {
      signal.throwIfAborted();
      try {
        return await read(url, known);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof HttpError || error instanceof RobotsUnavailable)
          throw new ItemFailure(error.message);
        throw error;
      }
    },
  };
}

const skipped = (reason: string, links: readonly URL[] = []): PageResult => ({
  outcome: "skipped",
  reason,
  links,
});

async function pageOf(response: HttpResponse, validators: Validators): Promise<PageResult> {
  const { type, charset } = contentType(response);
  const bytes = response.body;
  const format = formatOf(type, bytes);
  const directives = withoutPreviews(response.headers.get("x-robots-tag") ?? "");
  if (format === null) return skipped(`is not a page: its type is ${type.slice(0, 100)}`);
  if (/\b(?:noindex|none)\b/i.test(directives)) return skipped("asks robots not to index it");
  const reached = normalUrl(response.url);
  const content = { format, bytes, charset, name: nameOf(reached), hints: { url: reached.href } };
  if (format !== "page")
    return { outcome: "read", content, validators, reached, canonical: reached, links: [] };
  const html = textOf({ bytes, charset });
  if (html === null) return skipped("is binary, not a page");
  const scan = await scanPage(html);
  const asked = `${directives},${withoutPreviews(scan.meta.get("robots") ?? "")}`;
  const moved = refreshOf(scan, response.url);
  const targets = moved === null ? linksOf(scan, response.url) : [moved, ...linksOf(scan, response.url)];
  const links = /\b(?:nofollow|none)\b/i.test(asked) ? [] : targets;
  if (/\b(?:noindex|none)\b/i.test(asked)) return skipped("asks robots not to index it", links);
  if (moved !== null) return skipped(`leads to ${moved.href} by a refresh`, links);
  const stated = canonicalUrl(scan.canonical, {
    base: baseOf(scan, response.url).href,
    url: response.url.href,
  });
  const canonical = stated === null ? reached : (pageUrl(stated) ?? reached);
  return { outcome: "read", content, validators, reached, canonical, links };
}

function textOf(content: { bytes: Uint8Array; charset?: string }): string | null {
  try {
    return decodeHtml(content);
  } catch {
    return null;
  }
}

/** By the stated type; by the first bytes where none is stated, or only that it is a file. */
function formatOf(type: string, bytes: Uint8Array): Format | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024)).toString(
    "latin1",
  );
  if (start.startsWith("%PDF-")) return "pdf";
  const looksLikeHtml =
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|!--|\?xml[^>]*>\s*<(?:!doctype html|html))/i;
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(type) || looksLikeHtml.test(start)) return "page";
  if (/^text\/(?:x-)?markdown$/.test(type)) return "markdown";
  return type === "text/plain" ? "text" : null;
}

/** `max-image-preview:none` is about images only. */
const withoutPreviews = (directives: string) =>
  directives.replace(/max-image-preview\s{0,9}:\s{0,9}none/gi, "");

/** Where a page leads that contains nothing but a redirect, as generators of static sites write them. */
function refreshOf(scan: PageScan, url: URL): URL | null {
  const found = /^(\d{1,9})(?:\.\d{0,9})?\s{0,9}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?["']?([^"']+)/i.exec(
    scan.meta.get("refresh") ?? "",
  );
  const target =
    found === null || Number(found[1]) > MAX_REFRESH_SECONDS ? null : pageUrl(found[2]!, baseOf(scan, url));
  return target?.href === normalUrl(url).href ? null : target;
}

function baseOf({ base }: PageScan, url: URL): URL {
  return (base === null ? null : parseUrl(base, url)) ?? url;
}

function linksOf(scan: PageScan, url: URL): URL[] {
  const base = baseOf(scan, url);
  return scan.links.flatMap((href) => pageUrl(href, base) ?? []);
}

function nameOf(url: URL): string {
  const path = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .join("/");
  return percentDecoded(path) || url.hostname;
}

const extensionOf = ({ pathname }: URL) => pathname.slice(pathname.lastIndexOf("."));
