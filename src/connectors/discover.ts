/** Proposes how an address that someone suggests can be read. */
import { connectorRecordSchema } from "../contract/records/connector-record.ts";
import { getIfChanged, maxFileBytes } from "../net/conditional-get.ts";
import type { HttpResponse } from "../net/http-client.ts";
import { HttpError } from "../net/http-error.ts";
import type { PoliteClient } from "../net/polite-client.ts";
import { SourceFailure } from "./connector.ts";
import { parseFeed } from "./feed/parse-feed.ts";
import { isGzip } from "./formats/decode.ts";
import { FormatError } from "./formats/format.ts";
import { decodeHtml } from "./formats/html/decode-html.ts";
import { type PageScan, scanPage } from "./formats/html/scan-page.ts";
import { repositoryOf } from "./known-git-hosts.ts";
import type { Proposal } from "./proposal.ts";
import { parseSitemap } from "./site/sitemap.ts";
import { contentType } from "./web/content-type.ts";
import { isSameSite, pageUrl } from "./web/normal-url.ts";
import { percentDecoded } from "./web/percent-decoded.ts";
import { createRobots, type Robots, RobotsUnavailable } from "./web/robots.ts";

export type { Proposal } from "./proposal.ts";

export interface DiscoverOptions {
  http: PoliteClient;
  signal?: AbortSignal;
}

/** Feeds proposed of those that a page announces. */
const MAX_FEEDS = 3;

/**
 * At least one proposal, the best first, after at most 4 requests, redirects not counted. Throws SourceFailure when
 * nothing can be read from the address.
 */
export async function discover(address: string, options: DiscoverOptions): Promise<Proposal[]> {
  const url = pageUrl(address);
  if (url === null) throw new SourceFailure("the address is not that of a web page");
  const repository = repositoryOf(url);
  const found = repository ?? (await proposalsFor(url, options));
  const valid = found.filter(({ connector }) => connectorRecordSchema.safeParse(connector).success);
  if (valid.length === 0) throw new SourceFailure("nothing at the address can be read as a source");
  return valid;
}

async function proposalsFor(url: URL, options: DiscoverOptions): Promise<Proposal[]> {
  const response = await get(url, options);
  if (typeof response === "string") throw new SourceFailure(`the address cannot be read: ${response}`);
  const reached = pageUrl(response.url.href) ?? url;
  const file = await proposalForFile(reached, response);
  if (file !== null) return [file];
  const html = htmlOf(response);
  if (html === null) {
    const { type } = contentType(response);
    throw new SourceFailure(
      `the address holds neither a page, a feed nor a document: its type is ${type || "not stated"}`,
    );
  }
  return proposalsForPage(reached, await scanPage(html), options);
}

/** The content of an address that is not a page. */
async function proposalForFile(url: URL, response: HttpResponse): Promise<Proposal | null> {
  const { href, pathname } = url;
  const { type, charset } = contentType(response);
  const start = response.body.subarray(0, 1_024).toString("latin1");
  if (start.startsWith("%PDF-"))
    return { connector: { kind: "pdf", urls: [href] }, why: "the address is a PDF" };
  if (/^From \S/.test(start) || /^application\/mbox\b/.test(type) || /\.mbo?x(?:\.gz)?$/i.test(pathname))
    return { connector: { kind: "mbox", urls: [href] }, why: "the address is a mail archive" };
  if (/^(?:\ufeff|\xef\xbb\xbf)?WEBVTT/.test(start) || /\.srt$/i.test(pathname))
    return { connector: { kind: "transcript", urls: [href] }, why: "the address is a file of captions" };
  const isMarkup = /^(?:\xef\xbb\xbf)?\s*[<{]/.test(start);
  if (isMarkup && isFeed(response, charset))
    return { connector: { kind: "feed", url: href }, why: "the address is a feed" };
  if (isMarkup || isGzip(response.body) || /^text\/plain$/.test(type)) {
    const sitemap = await sitemapOf(response);
    if (sitemap) return { connector: { kind: "site", url: href }, why: "the address is a sitemap" };
  }
  return null;
}

async function proposalsForPage(url: URL, scan: PageScan, options: DiscoverOptions): Promise<Proposal[]> {
  const feeds = await feedProposals(url, { scan, options });
  const robots = await robotsOf(url, options);
  if (robots === null || !robots.allows(url)) {
    if (feeds.length > 0) return feeds;
    throw new SourceFailure(
      robots === null
        ? "robots.txt of the site cannot be read, so nothing is"
        : "robots.txt of the site does not allow reading the address",
    );
  }
  const sitemap = await sitemapProposal(url, { robots, options });
  return [...feeds, ...(sitemap === null ? [] : [sitemap]), ...startProposals(url)];
}

/** Feeds that the page announces, if the first one can be read: pages that lost their feed announce it for years. */
async function feedProposals(
  url: URL,
  { scan, options }: { scan: PageScan; options: DiscoverOptions },
): Promise<Proposal[]> {
  const announced = scan.feeds
    .filter(({ href, title }) => !/comment/i.test(`${href} ${title ?? ""}`))
    .flatMap(({ href, title }) => {
      const feed = pageUrl(href, url);
      return feed === null ? [] : [{ url: feed, title }];
    });
  const [first] = announced;
  if (first === undefined) return [];
  const response = await get(first.url, options);
  if (typeof response === "string" || !isFeed(response, contentType(response).charset)) return [];
  return announced.slice(0, MAX_FEEDS).map(({ url: feed, title }) => ({
    connector: { kind: "feed", url: feed.href },
    why: `the page announces the feed ${title ?? feed.href}`,
  }));
}

async function sitemapProposal(
  url: URL,
  { robots, options }: { robots: Robots; options: DiscoverOptions },
): Promise<Proposal | null> {
  const named = robots.sitemaps
    .flatMap((address) => pageUrl(address, url) ?? [])
    .find((one) => isSameSite(one, url));
  const sitemap = named ?? new URL("/sitemap.xml", url);
  const response = await get(sitemap, options);
  if (typeof response === "string" || !(await sitemapOf(response))) return null;
  const folder = url.pathname.slice(0, url.pathname.lastIndexOf("/") + 1);
  const where = named === undefined ? "the site has a sitemap" : "robots.txt of the site names a sitemap";
  if (folder === "/") return { connector: { kind: "site", url: sitemap.href }, why: where };
  const pattern = `${percentDecoded(folder.slice(1))}**`;
  return {
    connector: { kind: "site", url: sitemap.href, include: [pattern] },
    why: `${where}; only pages in ${percentDecoded(folder)} are read`,
  };
}

function startProposals(url: URL): Proposal[] {
  const site: Proposal = {
    connector: { kind: "site", url: url.href },
    why: "the page and those in its folder that it leads to",
  };
  if (url.pathname.endsWith("/")) return [site];
  return [site, { connector: { kind: "site", url: url.href, depth: 0 }, why: "this page alone" }];
}

/** The reason, when it cannot be read. */
async function get(url: URL, { http, signal }: DiscoverOptions): Promise<HttpResponse | string> {
  try {
    const got = await getIfChanged(http, { url, signal, maxBytes: maxFileBytes }, null);
    if (got.outcome === "read") return got.response;
    return got.outcome === "failed" ? `the server answers with status ${got.status}` : "it does not exist";
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}

async function robotsOf(url: URL, options: DiscoverOptions): Promise<Robots | null> {
  try {
    return await createRobots(options)(url);
  } catch (error) {
    if (error instanceof RobotsUnavailable) return null;
    throw error;
  }
}

function isFeed({ body }: HttpResponse, charset: string | undefined): boolean {
  try {
    return parseFeed({ bytes: body, charset }).entries.length > 0;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

async function sitemapOf({ body }: HttpResponse): Promise<boolean> {
  try {
    const sitemap = await parseSitemap(body);
    return sitemap !== null && sitemap.entries.length > 0;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** Null for what is not a page. */
function htmlOf(response: HttpResponse): string | null {
  const { type, charset } = contentType(response);
  if (type !== "" && !/html/.test(type)) return null;
  try {
    return decodeHtml({ bytes: response.body, charset });
  } catch {
    return null;
  }
}
