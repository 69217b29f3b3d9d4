/** The pages that sitemaps list. */
import { getIfChanged, maxFileBytes, type Validators } from "../../net/conditional-get.ts";
import { HttpError } from "../../net/http-error.ts";
import type { PoliteClient } from "../../net/polite-client.ts";
import { type Fetched, ItemFailure, SourceFailure } from "../connector.ts";
import { FormatError } from "../formats/format.ts";
import { isSameSite, pageUrl } from "../web/normal-url.ts";
import { counted, fetchedOf, type Listing, type ListingOptions } from "./listing.ts";
import { parseSitemap, type Sitemap } from "./sitemap.ts";

/** Files of one site, and how deep indexes may be nested. */
const MAX_FILES = 1_000;
const MAX_DEPTH = 3;

export interface SitemapListingOptions extends ListingOptions {
  http: PoliteClient;
  delayMs: number;
  /** The sitemap that the source names, read. */
  first: { url: URL; sitemap: Sitemap };
  inScope(url: URL): boolean;
}

interface Listed {
  /** Last change by address. */
  pages: Map<string, string | null>;
  outside: number;
  isWhole: boolean;
  notes: string[];
}

export function listBySitemap(options: SitemapListingOptions): Listing {
  let listed: Listed = { pages: new Map(), outside: 0, isWhole: false, notes: [] };
  /** Item by the address that its page states for itself, when that is not an item. */
  const claimed = new Map<string, string>();
  /** Settled when every page asked for so far is read. */
  let earlier: Promise<unknown> = Promise.resolve();

  const read = async (id: string, known: Validators | null, before: Promise<unknown>): Promise<Fetched> => {
    const url = listed.pages.has(id) ? pageUrl(id) : null;
    if (url === null) throw new ItemFailure("is not a page that the sitemap lists");
    const result = await options.reader.read(url, known);
    const href = result.outcome === "read" ? atOrigin(result.canonical, url) : id;
    if (result.outcome !== "read" || href === id) return fetchedOf(result);
    if (!options.inScope(result.reached))
      return {
        outcome: "skipped",
        reason: `leads to ${result.reached.href}, which does not belong to the source`,
      };
    // Of pages that state the same address, the first one asked for is kept, whichever answers first.
    await before;
    const same = listed.pages.has(href) ? href : (claimed.get(href) ?? id);
    if (same !== id) return { outcome: "skipped", reason: `is the same page as ${same}` };
    claimed.set(href, id);
    return fetchedOf(result);
  };

  return {
    async *items() {
      listed = await readSitemaps(options);
      for (const [id, version] of listed.pages) yield { id, version };
    },
    fetch({ id }, known) {
      const before = earlier;
      const fetched = read(id, known, before);
      // Without its result, which would stay in memory.
      earlier = Promise.allSettled([before, fetched]).then(() => {});
      return fetched;
    },
    isWhole: () => listed.isWhole,
    notes: () => [
      ...listed.notes,
      ...counted(
        listed.outside,
        "the sitemap lists them, but they belong to another site or do not match the patterns",
      ),
    ],
  };
}

/** Many pages state their address with http, or with `www.`, and are listed without. */
const atOrigin = (page: URL, listed: URL) =>
  isSameSite(page, listed) ? `${listed.origin}${page.pathname}${page.search}` : page.href;

async function readSitemaps(options: SitemapListingOptions): Promise<Listed> {
  const { first, maxPages, signal } = options;
  const listed: Listed = { pages: new Map(), outside: 0, isWhole: true, notes: [] };
  const incomplete = (note: string) => {
    listed.isWhole = false;
    if (listed.notes.length < 20) listed.notes.push(note);
  };
  const seen = new Set([first.url.href]);
  const waiting = [{ url: first.url, depth: 0 }];
  let failed: string | null = null;
  for (const { url, depth } of waiting) {
    signal.throwIfAborted();
    const sitemap = url === first.url ? first.sitemap : await readSitemap(url, options);
    if (typeof sitemap === "string") {
      failed = `the sitemap ${url.href} ${sitemap}`;
      incomplete(failed);
      continue;
    }
    if (sitemap.isCut)
      incomplete(`the sitemap ${url.href} has more than 50,000 entries; the rest was not read`);
    if (sitemap.kind === "pages") addPages(sitemap, { listed, options });
    else
      for (const { loc } of sitemap.entries) {
        const next = pageUrl(loc, url);
        if (next === null || seen.has(next.href)) continue;
        seen.add(next.href);
        if (depth < MAX_DEPTH && waiting.length < MAX_FILES) waiting.push({ url: next, depth: depth + 1 });
        else
          incomplete(
            `the sitemap ${next.href} was not read: there are too many, or they are nested too deep`,
          );
      }
    if (listed.pages.size > maxPages) break;
  }
  if (listed.pages.size === 0 && failed !== null) throw new SourceFailure(failed);
  if (listed.pages.size > maxPages) {
    incomplete(`the sitemaps list more than ${maxPages} pages; raise maxPages to read the others`);
    listed.pages = new Map([...listed.pages].slice(0, maxPages));
  }
  return listed;
}

/** Duplicates count once; the latest date has precedence. */
function addPages(
  { entries }: Sitemap,
  { listed, options }: { listed: Listed; options: SitemapListingOptions },
): void {
  for (const { loc, lastmod } of entries) {
    if (listed.pages.size > options.maxPages) return;
    const page = pageUrl(loc, options.first.url);
    if (page === null || !options.inScope(page)) {
      listed.outside++;
      continue;
    }
    const version = lastmod !== null && /^\d{4}-\d\d[\w:.+-]{0,40}$/.test(lastmod) ? lastmod : null;
    const before = listed.pages.get(page.href);
    listed.pages.set(page.href, before === undefined ? version : later(before, version));
  }
}

const later = (one: string | null, other: string | null) =>
  one === null || other === null ? null : one > other ? one : other;

/** The reason, when it cannot be read. */
async function readSitemap(
  url: URL,
  { http, signal, delayMs }: SitemapListingOptions,
): Promise<Sitemap | string> {
  try {
    const got = await getIfChanged(http, { url, signal, delayMs, maxBytes: maxFileBytes }, null);
    if (got.outcome !== "read")
      return got.outcome === "failed" ? `answers with status ${got.status}` : "does not exist";
    return (await parseSitemap(got.response.body)) ?? "is not a sitemap";
  } catch (error) {
    if (error instanceof HttpError || error instanceof FormatError) return `cannot be read: ${error.message}`;
    throw error;
  }
}
