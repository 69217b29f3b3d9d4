/** Title, author and date of a web page. */
import { languageTag } from "../../../contract/values/language.ts";
import { parseUrl } from "../../../contract/values/parse-url.ts";
import { authorsOf, firstText, pastDate } from "../facts.ts";
import { articleOf } from "./json-ld.ts";
import type { PageScan } from "./scan-page.ts";
import { plain } from "./without-title.ts";

const dateNames = [
  "article:published_time",
  "og:article:published_time",
  "datepublished",
  "citation_publication_date",
  "citation_date",
  "dc.date.issued",
  "dcterms.issued",
  "dcterms.created",
  "dc.date",
  "dc.date.created",
  "parsely-pub-date",
  "sailthru.date",
  "publishdate",
  "publish-date",
  "publish_date",
  "publication_date",
  "pubdate",
  "date",
];
const authorNames = [
  "author",
  "article:author",
  "parsely-author",
  "citation_author",
  "dc.creator",
  "dcterms.creator",
];

/** ISO 8601; null when none is stated, or only one in the future. */
export function dateOf(scan: PageScan): string | null {
  const stated = [articleOf(scan)?.datePublished, ...dateNames.map((name) => scan.meta.get(name)), scan.time];
  for (const text of stated) {
    const date = pastDate(
      typeof text === "string" ? text.replace(/^(\d{4})\/(\d\d)\/(\d\d)/, "$1-$2-$3") : text,
    );
    if (date !== null) return date;
  }
  return null;
}

export function authorOf(scan: PageScan): string | null {
  const fromArticle = authorsOf(articleOf(scan)?.author);
  if (fromArticle !== null) return fromArticle;
  const names = authorNames.map((name) => scan.meta.get(name));
  return firstText(...names.filter((name) => name !== undefined && !/^(?:https?:\/\/|@)/i.test(name)));
}

/** As the page states it; null when it does not, or with something else than a tag. */
export function languageOf({ lang, meta }: PageScan): string | null {
  const stated = [lang, meta.get("content-language"), meta.get("dc.language"), meta.get("og:locale")];
  // More than one language, as in `en, fr`, is none.
  return stated.flatMap((text) => languageTag(text ?? "") ?? []).at(0) ?? null;
}

/** Without the name of the site; null when none is stated. */
export function titleOf(scan: PageScan, url: string | undefined): string | null {
  const { meta, headings } = scan;
  const stated = firstText(
    meta.get("og:title"),
    scan.title,
    meta.get("twitter:title"),
    articleOf(scan)?.headline,
  );
  if (stated === null) return headings[0] ?? null;
  const parts = stated.split(separators).filter((part) => part.trim() !== "");
  const [first, last] = [parts[0] ?? "", parts.at(-1) ?? ""];
  if (parts.length < 2) return stated;
  const isSite = siteNames(scan, url);
  if (isSite(last)) return withoutLast(stated, last);
  if (isSite(first))
    return stated.slice(stated.indexOf(first) + first.length).replace(/^ ?[|·•»–—:-]? ?/, "");
  // The heading is the title where the title is the heading with an addition, which is at its end nearly everywhere.
  const beginnings = new Set(
    [...stated.matchAll(separators)].map(({ index }) => plain(stated.slice(0, index))),
  );
  const begins = [...headings, ...scan.subheadings].find((heading) => beginnings.has(plain(heading)));
  if (begins !== undefined) return begins;
  const ending = headings.find((heading) => plain(heading) === plain(last));
  if (ending === undefined) return stated;
  // Among other headings it is that of the site.
  return headings.length === 1 ? ending : withoutLast(stated, last);
}

const withoutLast = (title: string, part: string) =>
  title.slice(0, title.lastIndexOf(part)).replace(/ ?[|·•»–—:-]? ?$/, "");

const separators = / [|·•»–—:-] | ?[|»] ?/g;

/** Whether a part of a title names the site. */
function siteNames({ meta }: PageScan, url: string | undefined): (part: string) => boolean {
  const host = parseUrl(url ?? "")?.hostname.replace(/^www\./, "") ?? "";
  const stated = meta.get("og:site_name") ?? meta.get("application-name") ?? "";
  const names = new Set(
    [stated, host, host.replace(/\.[^.]*$/, "")].map(plain).filter((name) => name !== ""),
  );
  return (part) => names.has(plain(part));
}
