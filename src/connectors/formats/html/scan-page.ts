/** What a web page states about itself, and where it links to. */
import { readTags } from "./tags.ts";

export interface PageScan {
  /** Attribute `lang` of the page. */
  lang: string | null;
  /** Text of `title`. */
  title: string | null;
  /** Texts of `h1`, in order. */
  headings: readonly string[];
  /** Texts of `h2`, in order. */
  subheadings: readonly string[];
  /** `href` of `base`. */
  base: string | null;
  /** `href` of the canonical link, as written. */
  canonical: string | null;
  /**
   * First content of each `meta`, by its name, property, itemprop or http-equiv in lower case. A refresh for browsers
   * without scripts is left out.
   */
  meta: ReadonlyMap<string, string>;
  /** Texts of JSON-LD scripts. */
  jsonLd: readonly string[];
  /** `datetime` of the first `time`. */
  time: string | null;
  /** Targets of links as written, each once; those with `rel=nofollow` are left out. */
  links: readonly string[];
  /** Targets of `link` with `rel=prev` or `rel=next`, as written. */
  neighbors: readonly string[];
  /** Feeds that the page announces, as written. */
  feeds: readonly { href: string; title: string | null }[];
}

const MAX_LINKS = 20_000;
const MAX_HEADINGS = 10;
const MAX_FEEDS = 20;
const MAX_NEIGHBORS = 4;
const MAX_JSON_LD = 20;
const MAX_TEXT = 1_000;
const MAX_SCRIPT = 1_000_000;
const feedType = /^application\/(?:rss\+xml|atom\+xml|feed\+json)\b/i;

type Attributes = ReadonlyMap<string, string>;

export async function scanPage(html: string): Promise<PageScan> {
  const meta = new Map<string, string>();
  const links = new Set<string>();
  const neighbors: string[] = [];
  const feeds: { href: string; title: string | null }[] = [];
  const jsonLd: string[] = [];
  const found: Record<"lang" | "title" | "base" | "canonical" | "time", string | null> = {
    lang: null,
    title: null,
    base: null,
    canonical: null,
    time: null,
  };
  let isNoscript = false;
  /** The element whose text is being collected. */
  let collecting: { name: string; text: string; most: number; end(text: string): void } | null = null;
  const collect = (name: string, most: number, end: (text: string) => void) => {
    collecting = { name, text: "", most, end };
  };

  const headings: Record<"h1" | "h2", string[]> = { h1: [], h2: [] };
  const heading = (name: "h1" | "h2") =>
    collect(name, MAX_TEXT, (content) => {
      // Without the sign of a link to itself, which Sphinx and others append.
      const line = text(content.replace(/[\s\u200b¶]{1,9}$/, ""));
      if (line !== null && headings[name].length < MAX_HEADINGS) headings[name].push(line);
    });

  const readers: Record<string, (attributes: Attributes) => void> = {
    html(attributes) {
      found.lang ??= text(attributes.get("lang") ?? attributes.get("xml:lang"));
    },
    base(attributes) {
      found.base ??= text(attributes.get("href"));
    },
    title() {
      if (found.title === null)
        collect("title", MAX_TEXT, (title) => {
          found.title ??= text(title);
        });
    },
    h1: () => heading("h1"),
    h2: () => heading("h2"),
    time(attributes) {
      found.time ??= text(attributes.get("datetime"));
    },
    script(attributes) {
      if (/^application\/ld\+json\b/i.test(attributes.get("type") ?? "") && jsonLd.length < MAX_JSON_LD)
        collect("script", MAX_SCRIPT, (script) => jsonLd.push(script));
    },
    meta(attributes) {
      const content = text(attributes.get("content"));
      if (content === null) return;
      for (const kind of ["name", "property", "itemprop", "http-equiv"]) {
        const name = attributes.get(kind)?.trim().toLowerCase();
        if (name && !meta.has(name) && !(isNoscript && name === "refresh")) meta.set(name, content);
      }
    },
    noscript() {
      isNoscript = true;
    },
    link(attributes) {
      const href = text(attributes.get("href"));
      const rel = relations(attributes);
      if (href === null) return;
      if (rel.includes("canonical")) found.canonical ??= href;
      if ((rel.includes("prev") || rel.includes("next")) && neighbors.length < MAX_NEIGHBORS)
        neighbors.push(href);
      const isFeed = rel.includes("alternate") && feedType.test(attributes.get("type")?.trim() ?? "");
      if (isFeed && feeds.length < MAX_FEEDS) feeds.push({ href, title: text(attributes.get("title")) });
    },
    a(attributes) {
      const href = text(attributes.get("href"));
      if (href !== null && links.size < MAX_LINKS && !relations(attributes).includes("nofollow"))
        links.add(href);
    },
  };
  readers.area = readers.a!;

  await readTags(html, {
    open: (name, attributes) => {
      if (Object.hasOwn(readers, name)) readers[name]!(attributes);
    },
    close(name) {
      if (name === "noscript") isNoscript = false;
      if (collecting?.name !== name) return;
      collecting.end(collecting.text);
      collecting = null;
    },
    text(more) {
      if (collecting !== null && collecting.text.length < collecting.most) collecting.text += more;
    },
  });
  return {
    ...found,
    headings: headings.h1,
    subheadings: headings.h2,
    meta,
    jsonLd,
    links: [...links],
    neighbors,
    feeds,
  };
}

const relations = (attributes: Attributes) => (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);

/** On one line; null when empty. */
function text(value: string | undefined): string | null {
  const line = value?.replace(/\s+/g, " ").trim() ?? "";
  return line === "" ? null : line;
}
