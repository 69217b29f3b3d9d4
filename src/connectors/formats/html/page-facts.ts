/** Title, author and date of a web page. */
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

/** Without the name of the site; null when none is stated. */
export function titleOf(scan: PageScan, url: string | undefined): string | null {
  const { meta, heading } = scan;
  const title = firstText(
    meta.get("og:title"),
    scan.title,
    meta.get("twitter:title"),
    articleOf(scan)?.headline,
  );
  if (title === null) return heading;
  const site = plain(meta.get("og:site_name") ?? meta.get("application-name") ?? "");
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
  const isSite = (part: string) => {
    const name = plain(part);
    return (
      name !== "" && (name === site || name === plain(host) || name === plain(host.replace(/\.[^.]*$/, "")))
    );
  };
  const parts = title.split(/ [|·•»–—:-] | ?[|»] ?/).filter((part) => part.trim() !== "");
  // The heading is the title where the title is the heading with an addition at either end.
  if (heading !== null && parts.length > 1) {
    const whole = plain(title);
    const own = plain(heading);
    if (own !== "" && whole !== own && (whole.startsWith(`${own} `) || whole.endsWith(` ${own}`)))
      return heading;
  }
  if (parts.length > 1 && isSite(parts.at(-1)!))
    return title.slice(0, title.lastIndexOf(parts.at(-1)!)).replace(/ ?[|·•»–—:-]? ?$/, "");
  if (parts.length > 1 && isSite(parts[0]!))
    return title.slice(parts[0]!.length).replace(/^ ?[|·•»–—:-]? ?/, "");
  return title;
}
