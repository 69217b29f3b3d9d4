/** Sitemaps (sitemaps.org): XML, indexes of them, and plain lists of addresses, also compressed. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decodeText, isGzip } from "../formats/decode.ts";
import { FormatError } from "../formats/format.ts";
import { readTags } from "../formats/html/tags.ts";

export interface SitemapEntry {
  loc: string;
  /** As written; null: not stated. */
  lastmod: string | null;
}

export interface Sitemap {
  kind: "pages" | "index";
  entries: readonly SitemapEntry[];
  /** Has more entries than are read. */
  isCut: boolean;
}

/** Of one file; the standard's limits. */
const MAX_ENTRIES = 50_000;
const MAX_BYTES = 50 * 1_024 * 1_024;
const MAX_LINE = 10_000;

/**
 * Null for what is not a sitemap. Throws FormatError for what is damaged or too large when decompressed. Entities that
 * a document declares are not expanded.
 */
export async function parseSitemap(bytes: Uint8Array): Promise<Sitemap | null> {
  const text = decodeText(await unpack(bytes));
  const root = await rootOf(text);
  if (root === "urlset") return xmlSitemap(text, "pages");
  if (root === "sitemapindex") return xmlSitemap(text, "index");
  return listOfAddresses(text);
}

/** Name of the first element; null for what does not begin with markup. */
async function rootOf(text: string): Promise<string | null> {
  if (!/^\s*</.test(text)) return null;
  let root: string | null = null;
  await readTags(
    text.slice(0, 20_000),
    {
      open(name) {
        root ??= withoutPrefix(name);
      },
    },
    { xml: true },
  );
  return root;
}

const withoutPrefix = (name: string) => name.replace(/^(?:sm|sitemap):/, "");

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
      ? new FormatError("decompresses to more than 50 MiB")
      : new FormatError("is damaged: its gzip compression cannot be read");
  }
}

async function xmlSitemap(text: string, kind: Sitemap["kind"]): Promise<Sitemap> {
  const entries: SitemapEntry[] = [];
  let isCut = false;
  let entry: SitemapEntry | null = null;
  let field: "loc" | "lastmod" | null = null;
  let value = "";
  const element = kind === "pages" ? "url" : "sitemap";
  const finish = () => {
    if (entry === null || entry.loc === "") return;
    if (entries.length < MAX_ENTRIES) entries.push(entry);
    else isCut = true;
  };
  await readTags(
    text,
    {
      open(prefixed) {
        const name = withoutPrefix(prefixed);
        if (name === element) {
          finish();
          entry = { loc: "", lastmod: null };
        }
        field = entry !== null && (name === "loc" || name === "lastmod") ? name : null;
        value = "";
      },
      text(more) {
        if (field !== null && value.length < MAX_LINE) value += more;
      },
      close(prefixed) {
        const name = withoutPrefix(prefixed);
        if (entry !== null && field === name && field !== null) entry[field] ||= value.trim();
        field = null;
        if (name !== element) return;
        finish();
        entry = null;
      },
    },
    { xml: true },
  );
  finish();
  return { kind, entries, isCut };
}

/** One address on each line. */
function listOfAddresses(text: string): Sitemap | null {
  const lines = text.split("\n", MAX_ENTRIES + 1).map((line) => line.trim());
  const given = lines.filter((line) => line !== "");
  const isList = given.length > 0 && given.every((line) => /^https?:\/\/\S+$/i.test(line));
  if (!isList) return null;
  const entries = given.slice(0, MAX_ENTRIES).map((loc) => ({ loc, lastmod: null }));
  return { kind: "pages", entries, isCut: lines.length > MAX_ENTRIES };
}
