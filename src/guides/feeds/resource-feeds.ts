/** Feeds of resources: fetched when asked for, kept, and fetched again when they grow old. */
import { ApiError } from "../../contract/api/errors.ts";
import { FeedFailure, fetchFeed } from "./fetch-feed.ts";
import { type FeedCopy, readCopy, writeCopy } from "./kept-copies.ts";

const MINUTE = 60_000;
/** Up to this age a copy is answered as it is. */
export const FRESH_MS = 10 * MINUTE;
/** Up to this age it is answered as stale while it is fetched again; never beyond. */
export const KEPT_MS = 24 * 60 * MINUTE;
/** After a failure, so that a feed out of order is not asked with every request. */
export const RETRY_MS = MINUTE / 2;

export interface ResourceFeedsOptions {
  /** Where copies are kept; made when missing. */
  folder: string;
  /** Told why a feed could not be used, or its copy not kept. */
  onProblem(hackathon: string, message: string): void;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
  fetch?: typeof fetch;
  timeoutMs?: number;
  maxBytes?: number;
}

interface Feed {
  hackathon: string;
  url: string;
  copy: FeedCopy | null;
  /** The fetch that runs; everyone who needs one waits for the same. Resolves to whether it brought a copy. */
  fetching: Promise<boolean> | null;
  /** Not to be asked before. */
  retryAt: number;
}

export class ResourceFeeds {
  readonly #options: Required<ResourceFeedsOptions>;
  /** By hackathon; another address is another feed. */
  readonly #feeds = new Map<string, { url: string; opened: Promise<Feed> }>();
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<boolean>>();

  constructor(options: ResourceFeedsOptions) {
    this.#options = {
      now: Date.now,
      fetch: globalThis.fetch,
      timeoutMs: 10_000,
      maxBytes: 5 * 1024 * 1024,
      ...options,
    };
  }

  /** The copy to answer from. Throws RESOURCES_UNAVAILABLE when there is none of the last 24 hours to be had. */
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

  /** Ends what is being fetched. */
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

  /** A copy from the future, after the clock was set back, is as old as it is far away. */
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
    const { now, fetch, timeoutMs, maxBytes, folder, onProblem } = this.#options;
    const { hackathon, url } = feed;
    const fetchedAt = new Date(now()).toISOString();
    const { signal } = this.#closing;
    try {
      const content = await fetchFeed({ url, hackathon, fetch, timeoutMs, maxBytes, signal });
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
      onProblem(hackathon, `its copy cannot be kept: ${(error as Error).message}`);
    }
    return true;
  }
}
