/** Entries of a feed as items. */
import { createHash } from "node:crypto";
import type { Content, Hints } from "../connector.ts";
import { pageUrl } from "../web/normal-url.ts";
import type { FeedEntry, ParsedFeed } from "./parse-feed.ts";

export interface EntryItem {
  id: string;
  /** Where the entry is read as a page; null: nowhere. */
  page: URL | null;
  /** Whether the feed contains the whole text. */
  isWhole: boolean;
  digest: string;
  /** The entry as the feed has it; null when that is nothing. */
  content: Content | null;
}

/** A summary is seldom longer than this, in characters of text. */
const LONG_TEXT = 1_000;
const MAX_ID = 1_000;

/**
 * Each entry is named by its link, else by its id, else by what it says: feeds change ids more often than addresses.
 * Entries that share a link are distinguished by their ids.
 */
export function entryItems(feed: ParsedFeed, feedUrl: URL): EntryItem[] {
  const home = feed.link === null ? null : pageUrl(feed.link, feedUrl);
  const withPages = feed.entries.map((entry) => {
    const page = entry.link === null ? null : pageUrl(entry.link, home ?? feedUrl);
    return { entry, page: page?.href === home?.href || page?.pathname === "/" ? null : page };
  });
  const uses = new Map<string, number>();
  for (const { page } of withPages) if (page !== null) uses.set(page.href, (uses.get(page.href) ?? 0) + 1);
  const items = new Map<string, EntryItem>();
  const repliesIn = threadsByReplies(feed.entries);
  for (const { entry, page } of withPages) {
    const isShared = page !== null && uses.get(page.href)! > 1;
    // Comments are places of the page that they comment on.
    const isPlace = page !== null && (isShared || entry.link!.includes("#"));
    const thread = repliesIn(entry) ?? (isPlace ? page.href : null);
    const id = idOf(entry, { page, isShared });
    // The first one is the latest in nearly every feed.
    if (!items.has(id)) items.set(id, { id, ...itemOf(entry, { page, thread }) });
  }
  return [...items.values()];
}

function idOf(entry: FeedEntry, { page, isShared }: { page: URL | null; isShared: boolean }): string {
  const own =
    entry.id ?? `${entry.title ?? ""}\n${entry.date ?? ""}\n${entry.title === null ? entry.body : ""}`;
  if (page !== null && page.href.length <= MAX_ID)
    return isShared && entry.id !== page.href ? `${page.href}#${digestOf(own).slice(0, 16)}` : page.href;
  const isPlain = entry.id !== null && entry.id.length <= MAX_ID && !/[\s\p{Cc}]/u.test(entry.id);
  return isPlain ? entry.id! : `entry-${digestOf(page?.href ?? own)}`;
}

/** In a feed with replies, the id of the entry that each one answers in the end; null in other feeds. */
function threadsByReplies(entries: readonly FeedEntry[]): (entry: FeedEntry) => string | null {
  if (entries.every(({ inReplyTo }) => inReplyTo === null)) return () => null;
  const answered = new Map(entries.map(({ id, inReplyTo }) => [id, inReplyTo]));
  return ({ id, inReplyTo }) => {
    const seen = new Set([id]);
    let root = inReplyTo ?? id;
    for (let next = answered.get(root); next != null && !seen.has(root); next = answered.get(root)) {
      seen.add(root);
      root = next;
    }
    return root;
  };
}

function itemOf(
  entry: FeedEntry,
  { page, thread }: { page: URL | null; thread: string | null },
): Omit<EntryItem, "id"> {
  const { title, author, date, language, body, isText } = entry;
  const hints: Hints = {};
  if (title !== null) hints.title = title;
  if (author !== null) hints.author = author;
  if (date !== null) hints.publishedAt = date;
  if (language !== null) hints.language = language;
  if (thread !== null) hints.thread = thread;
  if (page !== null) hints.url = page.href;
  const digest = digestOf(
    JSON.stringify([title, author, date, page?.href, body, ...(thread === null ? [] : [thread])]),
  );
  const name = page?.pathname.slice(1) || title || "entry";
  const content: Content | null =
    body === ""
      ? null
      : {
          format: isText ? "text" : "html",
          bytes: Buffer.from(isText ? body : htmlOf(entry)),
          charset: "utf-8",
          name,
          hints,
        };
  return { page, isWhole: page === null || isWholeText(entry), digest, content };
}

/** What the feed states has precedence over what the text seems to say. */
function htmlOf({ title, author, date, body }: FeedEntry): string {
  const meta = (name: string, content: string | null) =>
    content === null ? "" : `<meta name="${name}" content="${escaped(content)}">`;
  const head = `<title>${escaped(title ?? "")}</title>${meta("author", author)}${meta("date", date)}`;
  return `<html><head>${head}</head><body>${body}</body></html>`;
}

const marks =
  /(?:\[?(?:…|\.\.\.|&#8230;|&hellip;|\[…\])\]?|read more|continue reading|read the rest|keep reading|full (?:story|article|post))\W{0,20}$/i;

function isWholeText({ body, isContent, isText }: FeedEntry): boolean {
  const text = (isText ? body : body.replace(/<[^<>]{0,2000}>/g, " ")).replace(/\s+/g, " ").trim();
  if (text === "" || marks.test(text.slice(-200))) return false;
  return isContent || text.length >= LONG_TEXT;
}

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url");
