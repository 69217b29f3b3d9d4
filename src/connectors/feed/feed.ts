/** A feed: its entries, or the pages of those of which it has only a summary. */
import { getIfChanged, type Validators } from "../../net/conditional-get.ts";
import type { HttpResponse } from "../../net/http-client.ts";
import { HttpError } from "../../net/http-error.ts";
import {
  type Connector,
  type ConnectorContext,
  type Fetched,
  ItemFailure,
  type OpenSource,
  SourceFailure,
} from "../connector.ts";
import { FormatError } from "../formats/format.ts";
import { decodeHtml } from "../formats/html/decode-html.ts";
import { scanPage } from "../formats/html/scan-page.ts";
import { contentType } from "../web/content-type.ts";
import { pageUrl } from "../web/normal-url.ts";
import { createPageReader, type PageReader } from "../web/read-page.ts";
import { type EntryItem, entryItems } from "./entries.ts";
import { type ParsedFeed, parseFeed } from "./parse-feed.ts";

const MAX_ENTRIES = 2_000;

/** A feed is made for programs to read: robots.txt decides about the pages of its entries only. */
export const feedConnector: Connector<"feed"> = {
  async open(record, context) {
    const url = pageUrl(record.url);
    if (url === null) throw new SourceFailure("the address is too long");
    const { http, signal } = context;
    signal.throwIfAborted();
    const delayMs = record.delaySeconds === undefined ? null : record.delaySeconds * 1_000;
    const read = await readFeed(url, { context, delayMs: delayMs ?? 0 });
    if (read === null) return null;
    const reader = createPageReader({ http, signal, delayMs });
    return openFeed(read, { reader, context });
  },
};

interface ReadFeed {
  feed: ParsedFeed;
  url: URL;
  validators: Validators;
}

/** Null when it has not changed. Throws SourceFailure. */
async function readFeed(
  url: URL,
  { context, delayMs }: { context: ConnectorContext; delayMs: number },
): Promise<ReadFeed | null> {
  const { http, signal, state } = context;
  const known =
    state === null ? null : { etag: state.etag ?? null, lastModified: state.lastModified ?? null };
  try {
    const accept =
      "application/atom+xml,application/rss+xml,application/feed+json,application/xml;q=0.9,*/*;q=0.5";
    const got = await getIfChanged(http, { url, signal, delayMs, headers: { accept } }, known);
    if (got.outcome === "unchanged") return null;
    if (got.outcome === "gone") throw new SourceFailure("the feed does not exist");
    if (got.outcome === "failed") throw new SourceFailure(`the feed answers with status ${got.status}`);
    const { response, validators } = got;
    return { feed: await feedOf(response), url: response.url, validators };
  } catch (error) {
    if (error instanceof HttpError) throw new SourceFailure(`the feed cannot be read: ${error.message}`);
    throw error;
  }
}

async function feedOf(response: HttpResponse): Promise<ParsedFeed> {
  const { type, charset } = contentType(response);
  try {
    return parseFeed({ bytes: response.body, charset });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const announced = /html/.test(type) ? await feedsOf(response) : [];
    const hint =
      announced.length === 0 ? "" : `; it is a page that announces ${announced.slice(0, 3).join(", ")}`;
    throw new SourceFailure(`the address ${error.message}${hint}`);
  }
}

/** Addresses of the feeds that a page announces. */
async function feedsOf(response: HttpResponse): Promise<string[]> {
  try {
    const { feeds } = await scanPage(decodeHtml({ bytes: response.body }));
    return feeds.flatMap(({ href }) => pageUrl(href, response.url)?.href ?? []);
  } catch {
    return [];
  }
}

function openFeed(
  { feed, url, validators }: ReadFeed,
  { reader, context }: { reader: PageReader; context: ConnectorContext },
): OpenSource {
  const all = entryItems(feed, url);
  const entries = new Map(all.slice(0, MAX_ENTRIES).map((entry) => [entry.id, entry]));
  let unreadable = 0;

  const readPage = async (entry: EntryItem, known: Validators | null): Promise<Fetched> => {
    try {
      const result = await reader.read(entry.page!, known);
      if (result.outcome === "unchanged") return result;
      if (result.outcome === "read") {
        const { title, author, publishedAt, language, thread } = entry.content?.hints ?? {};
        const hints = { title, author, publishedAt, language, thread, ...result.content.hints };
        const { etag, lastModified } = result.validators;
        // A page without validators gets one, which also records that it was read.
        const dated = { etag, lastModified: lastModified ?? new Date(context.now()).toUTCString() };
        return {
          outcome: "read",
          content: { ...result.content, hints },
          validators: etag === null ? dated : result.validators,
        };
      }
    } catch (error) {
      if (!(error instanceof ItemFailure)) throw error;
      unreadable++;
      // It was read before: its text is worth more than the summary.
      if (known?.etag || known?.lastModified) throw error;
    }
    return entry.content === null
      ? { outcome: "skipped", reason: "the feed has no text for it, and its page cannot be read" }
      : { outcome: "read", content: entry.content };
  };

  return {
    async *items() {
      for (const { id, isWhole, digest } of entries.values()) {
        context.signal.throwIfAborted();
        yield { id, version: isWhole ? digest : null };
      }
    },
    async fetch({ id }, known) {
      context.signal.throwIfAborted();
      const entry = entries.get(id);
      if (entry === undefined) throw new ItemFailure("is not an entry of the feed");
      if (!entry.isWhole) return readPage(entry, known);
      return entry.content === null
        ? { outcome: "skipped", reason: "the feed has no text for it" }
        : { outcome: "read", content: entry.content };
    },
    listsAll: () => false,
    // Without a state the next run reads the feed even if it has not changed, and tries these pages again.
    state: () => (unreadable === 0 ? stateOf(validators) : null),
    notes: () => [
      ...(feed.broken > 0 ? [`the feed is damaged: ${feed.broken} of its entries cannot be read`] : []),
      ...(all.length > MAX_ENTRIES
        ? [`only the first ${MAX_ENTRIES} of ${all.length} entries were read`]
        : []),
      ...(unreadable > 0
        ? [`the pages of ${unreadable} entries could not be read; they are tried again`]
        : []),
    ],
    close: async () => {},
  };
}

function stateOf({ etag, lastModified }: Validators): Record<string, string> | null {
  if (etag === null && lastModified === null) return null;
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) };
}
