/** RSS, Atom and JSON Feed as one list of entries. */
import { decodeHTMLStrict } from "entities";
import { type AnyFeed, parseFeed as parseAny } from "feedsmith";
import { parseUrl } from "../../contract/values/parse-url.ts";
import { decodeText } from "../formats/decode.ts";
import { FormatError } from "../formats/format.ts";

export interface FeedEntry {
  /** As the feed states it; null: none. */
  id: string | null;
  /** As written, relative to `xml:base` where there is one. */
  link: string | null;
  /** Text: what feeds encode twice is decoded twice. */
  title: string | null;
  author: string | null;
  /** As written. */
  date: string | null;
  /** As written. */
  language: string | null;
  /** Id of the entry that it answers. */
  inReplyTo: string | null;
  /** HTML, or plain text where `isText`; empty: none. */
  body: string;
  isText: boolean;
  /** The feed states that `body` is the whole text, not a summary. */
  isContent: boolean;
}

export interface ParsedFeed {
  title: string | null;
  /** Address of the site, as written. */
  link: string | null;
  entries: readonly FeedEntry[];
  /** Entries that could not be read. */
  broken: number;
}

/** Entries read one by one. */
const MAX_PIECES = 5_000;

/** Characters that XML does not allow. */
const disallowed = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/**
 * Entries of a feed that is damaged are read one by one. `charset`: as the transport states it; that of the XML
 * declaration is right more often. Throws FormatError for what is not a feed.
 */
export function parseFeed({ bytes, charset }: { bytes: Uint8Array; charset?: string }): ParsedFeed {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 300)).toString(
    "latin1",
  );
  const declared = /<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{2,40})["']/i.exec(start)?.[1];
  const text = decodeText(bytes, declared !== undefined && !/^utf-?16/i.test(declared) ? declared : charset)
    .replace(disallowed, "")
    .replace(/^[^<{]{0,1000}(?=[<{])/, "");
  const whole = parsed(text);
  if (whole !== null) return { ...whole, broken: 0 };
  const pieces = piecesOf(text);
  if (pieces === null) throw new FormatError("is neither RSS, Atom nor JSON Feed");
  const entries = pieces.entries.flatMap(
    (piece) => parsed(`${pieces.before}${piece}${pieces.after}`)?.entries ?? [],
  );
  return { title: null, link: null, entries, broken: pieces.entries.length + pieces.cut - entries.length };
}

function parsed(text: string): Omit<ParsedFeed, "broken"> | null {
  try {
    return normalized(parseAny(text));
  } catch {
    return null;
  }
}

/** The entries of a feed that is damaged somewhere, each with what makes it a feed of its own. */
function piecesOf(text: string) {
  const root = /<(rss|feed|rdf:RDF)\b[^>]{0,10000}>/i.exec(text);
  if (root === null) return null;
  const isRss = root[1]!.toLowerCase() === "rss";
  const element = root[1]!.toLowerCase() === "feed" ? "entry" : "item";
  const entries: string[] = [];
  let cut = 0;
  const closing = `</${element}>`;
  const starts = [...text.matchAll(element === "item" ? /<item[\s>]/gi : /<entry[\s>]/gi)]
    .slice(0, MAX_PIECES)
    .map(({ index }) => index);
  let end = -1;
  for (const [number, start] of starts.entries()) {
    if (end < start) end = text.indexOf(closing, start);
    const next = starts[number + 1] ?? text.length;
    if (end === -1 || end > next) cut++;
    else entries.push(text.slice(start, end + closing.length));
    if (end === -1) break;
  }
  const before = isRss ? `${root[0]}<channel>` : root[0];
  return { before, entries, after: isRss ? "</channel></rss>" : `</${root[1]}>`, cut };
}

function normalized(found: ReturnType<typeof parseAny>): Omit<ParsedFeed, "broken"> {
  if (found.format === "atom") return atomFeed(found.feed);
  if (found.format === "json") return jsonFeed(found.feed);
  return rssFeed(found.feed);
}

type FeedOf<Format extends AnyFeed["format"]> = Extract<
  ReturnType<typeof parseAny>,
  { format: Format }
>["feed"];

function rssFeed(feed: FeedOf<"rss"> | FeedOf<"rdf">): Omit<ParsedFeed, "broken"> {
  const language = ("language" in feed && textOf(feed.language)) || textOf(feed.dc?.languages?.[0]) || null;
  const entries = (feed.items ?? []).map((item): FeedEntry => {
    const { guid, authors, pubDate, thr } = item as NonNullable<FeedOf<"rss">["items"]>[number];
    const content = textOf(item.content?.encoded);
    const permalink = guid?.value !== undefined && guid.isPermaLink !== false && /^https?:/.test(guid.value);
    return {
      id: textOf(guid?.value) || null,
      link: textOf(item.link) || (permalink ? guid!.value! : null),
      title: decodeHTMLStrict(textOf(item.title) || textOf(item.dc?.titles?.[0])).trim() || null,
      author:
        names(item.dc?.creators) ?? names(authors?.map((one) => (typeof one === "string" ? one : one?.name))),
      date: textOf(pubDate) || textOf(item.dc?.dates?.[0]) || textOf(item.dcterms?.issued?.[0]) || null,
      language: textOf(item.dc?.languages?.[0]) || language,
      inReplyTo: textOf(thr?.inReplyTos?.[0]?.ref) || null,
      body: content || textOf(item.description),
      isText: false,
      isContent: content !== "",
    };
  });
  return { title: textOf(feed.title) || null, link: textOf(feed.link) || null, entries };
}

function atomFeed(feed: FeedOf<"atom">): Omit<ParsedFeed, "broken"> {
  const home = textOf(feed.xml?.base);
  const pageOf = (links: FeedOf<"atom">["links"], base = home) => {
    const link = textOf(links?.find(({ rel = "alternate" }) => rel === "alternate")?.href);
    return link === "" ? null : (parseUrl(link, base)?.href ?? link);
  };
  const entries = (feed.entries ?? []).map((entry): FeedEntry => {
    const content = textOf(entry.content?.value);
    const chosen = content === "" ? entry.summary : entry.content;
    return {
      id: textOf(entry.id) || null,
      link: pageOf(entry.links, parseUrl(textOf(entry.xml?.base), home)?.href),
      title: plainTitle(entry.title),
      author: names((entry.authors ?? feed.authors)?.map(({ name }) => name)),
      date: textOf(entry.published) || textOf(entry.dcterms?.issued?.[0]) || textOf(entry.updated) || null,
      language: textOf(chosen?.xml?.lang) || textOf(entry.xml?.lang) || textOf(feed.xml?.lang) || null,
      inReplyTo: textOf(entry.thr?.inReplyTos?.[0]?.ref) || null,
      body: textOf(chosen?.value),
      isText: chosen?.type === undefined || chosen.type === "text",
      isContent: content !== "",
    };
  });
  return { title: plainTitle(feed.title), link: pageOf(feed.links), entries };
}

function jsonFeed(feed: FeedOf<"json">): Omit<ParsedFeed, "broken"> {
  const entries = (feed.items ?? []).map((item): FeedEntry => {
    const html = textOf(item.content_html);
    const content = html || textOf(item.content_text);
    return {
      id: textOf(item.id) || null,
      link: textOf(item.url) || textOf(item.external_url) || null,
      title: textOf(item.title) || null,
      author: names((item.authors ?? feed.authors)?.map(({ name }) => name)),
      date: textOf(item.date_published) || textOf(item.date_modified) || null,
      language: textOf(item.language) || textOf(feed.language) || null,
      inReplyTo: null,
      body: content || textOf(item.summary),
      isText: html === "",
      isContent: content !== "",
    };
  });
  return { title: textOf(feed.title) || null, link: textOf(feed.home_page_url) || null, entries };
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

function plainTitle(title: { value?: string; type?: string } | undefined): string | null {
  const text = textOf(title?.value);
  const isHtml = title?.type === "html" || title?.type === "xhtml";
  return (isHtml ? decodeHTMLStrict(text.replace(/<[^<>]{0,1000}>/g, "")).trim() : text) || null;
}

function names(list: readonly (string | undefined)[] | undefined): string | null {
  const given = (list ?? []).map(textOf).filter((name) => name !== "");
  return given.length === 0 ? null : given.slice(0, 50).join(", ");
}
