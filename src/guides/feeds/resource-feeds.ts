/** Feeds of resources: fetched when first requested, cached, and refreshed when stale. */
import { ApiError } from "../../contract/api/errors.ts";
import type { HttpClient } from "../../net/http-client.ts";
import { type FeedCopy, readCopy, writeCopy } from "./feed-cache.ts";
import { FeedFailure, fetchFeed } from "./fetch-feed.ts";

const MINUTE = 60_000;
/** A copy up to this age is fresh. */
export const FRESH_MS = 10 * MINUTE;
/** A copy up to this age is served as stale while it is refreshed; an older one is not served. */
export const KEPT_MS = 24 * 60 * MINUTE;
/** Wait after a failure, so that a failing feed is not requested with every read. */
export const RETRY_MS = MINUTE / 2;

export interface ResourceFeedsOptions {
  /** Folder of the cache; created when missing. */
  folder: string;
  /** Called with the reason when a feed is unusable, or its copy cannot be written. */
  onProblem(hackathon: string, message: string): void;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
  http: HttpClient;
  timeoutMs?: number;
  maxBytes?: number;
}

interface Feed {
  hackathon: string;
  url: string;
  copy: FeedCopy | null;
  /** The fetch in progress, shared by all reads. Resolves to whether it succeeded. */
  fetching: Promise<boolean> | null;
  /** No fetch is made before this time. */
  retryAt: number;
}

export class ResourceFeeds {
  readonly #options: Required<ResourceFeedsOptions>;
  /** By hackathon; another URL is another feed. */
  readonly #feeds = new Map<string, { url: string; opened: Promise<Feed> }>();
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<boolean>>();

  constructor(options: ResourceFeedsOptions) {
    this.#options = {
      now: Date.now,
      timeoutMs: 10_000,
      maxBytes: 5 * 1024 * 1024,
      ...options,
    };
  }

  /** The copy to serve. Throws RESOURCES_UNAVAILABLE when there is none from the last 24 hours. */
  async read(hackathon: string, url: string): Promise<FeedCopy & { stale: boolean }> {
    const feed = await this.#feed(hackathon, url);
    if (this.#age(feed) > KEPT_MS && this.#mayFetch(feed)) await this.#fetch(feed);
    const age = this.#age(feed);
    if (feed.copy === null || age > KEPT_MS) {
      throw new ApiError(
        "RESOURCES_UNAVAILABLE",
        "The resources of this hackathon cannot be fetched at the moment; try again in a minute",
      );
    }
    const stale = age > FRESH_MS;
    if (stale && this.#mayFetch(feed)) void this.#fetch(feed);
    return { ...feed.copy, stale };
  }

  /** Aborts fetches in progress. */
  async close(): Promise<void> {
    this.#closing.abort(new FeedFailure("the server is closing"));
    await Promise.all(this.#running);
  }

  #feed(hackathon: string, url: string): Promise<Feed> {
    const known = this.#feeds.get(hackathon);
    if (known?.url === url) return known.opened;
    const opened = readCopy(this.#options.folder, { hackathon, url }).then(
      (copy): Feed => ({ hackathon, url, copy, fetching: null, retryAt: 0 }),
    );
    this.#feeds.set(hackathon, { url, opened });
    return opened;
  }

  /** A copy from the future (the clock was set back) is as old as its distance from now. */
  #age({ copy }: Feed): number {
    return copy === null
      ? Number.POSITIVE_INFINITY
      : Math.abs(this.#options.now() - Date.parse(copy.fetchedAt));
  }

  #mayFetch({ fetching, retryAt }: Feed): boolean {
    const wait = retryAt - this.#options.now();
    return fetching !== null || wait <= 0 || wait > RETRY_MS;
  }

  #fetch(feed: Feed): Promise<boolean> {
    feed.fetching ??= this.#track(this.#fetchOnce(feed)).finally(() => {
      feed.fetching = null;
    });
    return feed.fetching;
  }

  #track(running: Promise<boolean>): Promise<boolean> {
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  async #fetchOnce(feed: Feed): Promise<boolean> {
    const { now, http, timeoutMs, maxBytes, folder, onProblem } = this.#options;
    const { hackathon, url } = feed;
    const fetchedAt = new Date(now()).toISOString();
    const { signal } = this.#closing;
    try {
      const content = await fetchFeed({ url, hackathon, http, timeoutMs, maxBytes, signal });
      feed.copy = { url, fetchedAt, content };
      feed.retryAt = 0;
    } catch (error) {
      feed.retryAt = now() + RETRY_MS;
      if (!signal.aborted) onProblem(hackathon, (error as Error).message);
      return false;
    }
    try {
      await writeCopy(folder, hackathon, feed.copy);
    } catch (error) {
      onProblem(hackathon, `its copy cannot be written: ${(error as Error).message}`);
    }
    return true;
  }
}
