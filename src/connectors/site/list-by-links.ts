/** The pages that a start page leads to. */
import { createHash } from "node:crypto";
import { type Fetched, type Item, ItemFailure, SourceFailure } from "../connector.ts";
import { isSameSite, pageUrl } from "../web/normal-url.ts";
import { hasOtherExtension, type PageResult } from "../web/read-page.ts";
import { counted, fetchedOf, type Listing, type ListingOptions } from "./listing.ts";
import { folderOf, type ScopeOptions, scopeOf } from "./scope.ts";
import { trapGuard } from "./traps.ts";

export interface LinkListingOptions extends ListingOptions {
  start: URL;
  /** Links from the start page to the furthest page. */
  depth: number;
  patterns: Pick<ScopeOptions, "include" | "exclude">;
}

/** Pages read but not yet asked for, in bytes: they were listed a moment ago. */
const MAX_KEPT_BYTES = 64_000_000;
/** Addresses remembered; what is found beyond is left out. */
const MAX_KNOWN = 300_000;
/** The site is in trouble, or refuses to be read. */
const MAX_FAILURES = 20;

export function listByLinks(options: LinkListingOptions): Listing {
  const crawl = new Crawl(options);
  return {
    items: () => crawl.items(),
    fetch: (item) => crawl.fetch(item),
    isWhole: () => crawl.isWhole,
    notes: () => crawl.notes(),
  };
}

class Crawl {
  isWhole = false;
  readonly #options: LinkListingOptions;
  readonly #mayBeRead = trapGuard();
  readonly #queue: { url: URL; depth: number }[] = [];
  /** Addresses in the queue, now or earlier, and those that pages stated for themselves. */
  readonly #known = new Set<string>();
  readonly #listed = new Set<string>();
  readonly #kept = new Map<string, Fetched>();
  #keptBytes = 0;
  readonly #failures = new Map<string, ItemFailure>();
  #origin: URL;
  #inScope: (url: URL) => boolean = () => false;
  #traps = 0;
  #scheduled = 0;
  /** Not every page that belongs to the site was read. */
  #isCut = false;

  constructor(options: LinkListingOptions) {
    this.#options = options;
    this.#origin = options.start;
  }

  async *items(): AsyncGenerator<Item> {
    const { start, signal } = this.#options;
    this.#schedule({ url: start, depth: 0 });
    let failedInARow = 0;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      signal.throwIfAborted();
      const result = await this.#read(next.url);
      if (next.depth === 0) this.#begin(result);
      failedInARow = result instanceof ItemFailure ? failedInARow + 1 : 0;
      if (failedInARow >= MAX_FAILURES)
        throw new SourceFailure(
          `${MAX_FAILURES} pages in a row could not be read; the last one: ${(result as ItemFailure).message}`,
        );
      const item = this.#itemOf(next.url, result);
      if (item !== null) yield item;
      if (!(result instanceof ItemFailure) && "links" in result) this.#follow(result.links, next.depth);
    }
    this.isWhole = !this.#isCut && this.#traps === 0 && this.#failures.size === 0;
  }

  async fetch({ id }: Item): Promise<Fetched> {
    this.#options.signal.throwIfAborted();
    const failure = this.#failures.get(id);
    if (failure !== undefined) throw failure;
    const kept = this.#kept.get(id);
    if (kept !== undefined) {
      this.#forget(id);
      return kept;
    }
    const url = this.#listed.has(id) ? pageUrl(id) : null;
    if (url === null) throw new ItemFailure("is not a page that the start page leads to");
    return fetchedOf(await this.#options.reader.read(url, null));
  }

  notes(): string[] {
    return [
      ...(this.#isCut ? ["the site leads to more pages than maxPages; raise it, or exclude some"] : []),
      ...counted(
        this.#traps,
        "they look like pages made up without end, such as those of a calendar or a filter",
      ),
    ];
  }

  async #read(url: URL): Promise<PageResult | ItemFailure> {
    try {
      return await this.#options.reader.read(url, null);
    } catch (error) {
      if (error instanceof ItemFailure) return error;
      throw error;
    }
  }

  /** The start page says where the site is: it may have moved to https, or to `www.`. */
  #begin(result: PageResult | ItemFailure): void {
    const { start, patterns } = this.#options;
    if (result instanceof ItemFailure)
      throw new SourceFailure(`the start page cannot be read: ${result.message}`);
    if (result.outcome === "gone")
      throw new SourceFailure("the start page does not exist, or robots.txt does not allow reading it");
    if (result.outcome === "skipped" && !result.links.some((link) => isSameSite(link, start)))
      throw new SourceFailure(`the start page ${result.reason}`);
    if (result.outcome !== "read") {
      this.#inScope = scopeOf({
        ...patterns,
        site: start,
        prefix: patterns.include ? null : folderOf(start),
      });
      return;
    }
    const { reached } = result;
    this.#origin = reached;
    this.#inScope = scopeOf({
      ...patterns,
      site: reached,
      prefix: patterns.include ? null : folderOf(reached),
    });
  }

  #itemOf(url: URL, result: PageResult | ItemFailure): Item | null {
    if (result instanceof ItemFailure) {
      if (!this.#inScope(url) || this.#listed.has(url.href)) return null;
      this.#failures.set(url.href, result);
      return this.#list({ id: url.href, version: null });
    }
    if (result.outcome !== "read") return null;
    if (!this.#inScope(result.reached)) return null;
    const canonical = this.#atOrigin(result.canonical);
    const own = this.#inScope(canonical) ? canonical : this.#atOrigin(url);
    this.#known.add(own.href);
    if (!this.#inScope(own) || this.#listed.has(own.href)) return null;
    this.#keep(own.href, fetchedOf(result), result.content.bytes.byteLength);
    return this.#list({ id: own.href, version: digest(result.content.bytes) });
  }

  #list(item: Item): Item {
    this.#listed.add(item.id);
    return item;
  }

  #follow(links: readonly URL[], depth: number): void {
    if (depth >= this.#options.depth) return;
    for (const link of links) {
      if (!isSameSite(link, this.#origin)) continue;
      const url = this.#atOrigin(link);
      if (this.#known.has(url.href) || !this.#inScope(url) || hasOtherExtension(url)) continue;
      if (this.#scheduled >= this.#options.maxPages || this.#known.size >= MAX_KNOWN) {
        this.#isCut = true;
        return;
      }
      if (this.#mayBeRead(url)) this.#schedule({ url, depth: depth + 1 });
      else {
        this.#known.add(url.href);
        this.#traps++;
      }
    }
  }

  #schedule(page: { url: URL; depth: number }): void {
    this.#known.add(page.url.href);
    this.#queue.push(page);
    this.#scheduled++;
  }

  #atOrigin(url: URL): URL {
    if (!isSameSite(url, this.#origin)) return url;
    return new URL(`${url.pathname}${url.search}`, this.#origin.origin);
  }

  #keep(id: string, fetched: Fetched, bytes: number): void {
    this.#kept.set(id, fetched);
    this.#keptBytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= MAX_KEPT_BYTES || oldest === id) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    const kept = this.#kept.get(id);
    if (kept?.outcome === "read") this.#keptBytes -= kept.content.bytes.byteLength;
    this.#kept.delete(id);
  }
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64url");
