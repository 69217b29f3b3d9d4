/** A web site: the pages of its sitemap, or those that a start page leads to. */
import { getIfChanged, maxFileBytes, type Validators } from "../../net/conditional-get.ts";
import { HttpError } from "../../net/http-error.ts";
import { type Connector, type ConnectorContext, type OpenSource, SourceFailure } from "../connector.ts";
import { FormatError } from "../formats/format.ts";
import { pageUrl } from "../web/normal-url.ts";
import { createPageReader, type PageReader } from "../web/read-page.ts";
import { type Robots, RobotsUnavailable } from "../web/robots.ts";
import { listByLinks } from "./list-by-links.ts";
import { listBySitemap } from "./list-by-sitemap.ts";
import type { Listing } from "./listing.ts";
import { scopeOf } from "./scope.ts";
import { parseSitemap, type Sitemap } from "./sitemap.ts";

const DEFAULT_DEPTH = 2;
const DEFAULT_MAX_PAGES = 10_000;

/** A sitemap that did not change, and dates every page, leaves nothing to read. */
export const siteConnector: Connector<"site"> = {
  async open(record, context) {
    const start = pageUrl(record.url);
    if (start === null) throw new SourceFailure("the address is too long");
    const { http, signal } = context;
    signal.throwIfAborted();
    const delayMs = record.delaySeconds === undefined ? null : record.delaySeconds * 1_000;
    const reader = createPageReader({ http, signal, delayMs });
    const robots = await robotsOf(reader, start);
    const read = mayBeSitemap(start) ? await readSitemap(start, { reader, robots, context }) : null;
    if (read === "unchanged") return null;
    const options = { reader, signal, maxPages: record.maxPages ?? DEFAULT_MAX_PAGES };
    if (read === null) {
      if (!robots.allows(start))
        throw new SourceFailure("robots.txt of the site does not allow reading the start page");
      const depth = record.depth ?? DEFAULT_DEPTH;
      return openSource(listByLinks({ ...options, start, depth, patterns: record }), () => null);
    }
    const listing = listBySitemap({
      ...options,
      http,
      delayMs: reader.delayMs(robots),
      first: { url: start, sitemap: read.sitemap },
      inScope: scopeOf({ site: start, prefix: null, include: record.include, exclude: record.exclude }),
    });
    return openSource(listing, () => stateOf(read));
  },
};

/** `state`: what a whole listing leaves for the next run. */
function openSource(listing: Listing, state: () => Record<string, string> | null): OpenSource {
  return {
    items: () => listing.items(),
    fetch: (item, known) => listing.fetch(item, known),
    listsAll: () => listing.isWhole(),
    state: () => (listing.isWhole() ? state() : null),
    notes: () => listing.notes(),
    close: async () => {},
  };
}

async function robotsOf(reader: PageReader, url: URL): Promise<Robots> {
  try {
    return await reader.robots(url);
  } catch (error) {
    throw error instanceof RobotsUnavailable ? new SourceFailure(error.message) : error;
  }
}

const mayBeSitemap = ({ pathname }: URL) => /sitemap|\.(?:xml|txt)(?:\.gz)?$/i.test(pathname);

interface ReadSitemap {
  sitemap: Sitemap;
  validators: Validators;
}

interface ReadOptions {
  reader: PageReader;
  robots: Robots;
  context: ConnectorContext;
}

/** Null for a page; a sitemap may be read even where robots.txt does not allow it. Throws SourceFailure. */
async function readSitemap(
  url: URL,
  { reader, robots, context }: ReadOptions,
): Promise<ReadSitemap | "unchanged" | null> {
  const { http, signal, state } = context;
  const known =
    state === null ? null : { etag: state.etag ?? null, lastModified: state.lastModified ?? null };
  try {
    const delayMs = reader.delayMs(robots);
    const got = await getIfChanged(http, { url, signal, delayMs, maxBytes: maxFileBytes }, known);
    if (got.outcome === "unchanged") return "unchanged";
    if (got.outcome === "gone") throw new SourceFailure("the sitemap does not exist");
    if (got.outcome === "failed") throw new SourceFailure(`the sitemap answers with status ${got.status}`);
    const sitemap = await parseSitemap(got.response.body);
    if (sitemap !== null) return { sitemap, validators: got.validators };
    if (/html/i.test(got.response.headers.get("content-type") ?? "")) return null;
    throw new SourceFailure("the address holds neither a sitemap nor a web page");
  } catch (error) {
    if (error instanceof HttpError || error instanceof FormatError)
      throw new SourceFailure(`the sitemap cannot be read: ${error.message}`);
    throw error;
  }
}

/** An unchanged sitemap means that no page has changed only if it dates every page and lists no other sitemaps. */
function stateOf({ sitemap, validators }: ReadSitemap): Record<string, string> | null {
  const datesAll = sitemap.kind === "pages" && sitemap.entries.every(({ lastmod }) => lastmod !== null);
  const { etag, lastModified } = validators;
  if (!datesAll || (etag === null && lastModified === null)) return null;
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
}
