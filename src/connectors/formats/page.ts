/** A web page, of which only the main content counts. */
import { Readability } from "@mozilla/readability";
import { parseUrl } from "../../contract/values/parse-url.ts";
import type { Content } from "../connector.ts";
import { firstText, titleOfName } from "./facts.ts";
import type { ParsedDocument } from "./format.ts";
import { type CleanHtml, cleanHtml } from "./html/clean-html.ts";
import { decodeHtml } from "./html/decode-html.ts";
import { type DomElement, documentOf } from "./html/dom.ts";
import { authorOf, dateOf, languageOf, titleOf } from "./html/page-facts.ts";
import { threadOf } from "./html/page-thread.ts";
import { scanPage } from "./html/scan-page.ts";
import { elementToMarkdown, htmlToMarkdown } from "./html/to-markdown.ts";
import { withoutTitle } from "./html/without-title.ts";
import { baseOf } from "./html.ts";

/** The time of readability grows faster than the page. */
const MAX_ELEMENTS = 30_000;
/** Less text than this, in characters, is not the main content of a page with more. */
const MIN_TEXT = 200;

export async function parsePage({ bytes, charset, name, hints }: Content): Promise<ParsedDocument[]> {
  const html = decodeHtml({ bytes, charset });
  const scan = await scanPage(html);
  const base = baseOf(scan.base, hints.url);
  const clean = cleanHtml(html);
  const main = mainContent(clean);
  const title = titleOf(scan, hints.url) ?? firstText(hints.title) ?? titleOfName(name);
  const content = main === null ? "" : elementToMarkdown(main.element, base);
  const whole = () => htmlToMarkdown(clean, base);
  const url = canonicalUrl(scan.canonical ?? scan.meta.get("og:url") ?? null, { base, url: hints.url });
  return [
    {
      part: null,
      title,
      author: authorOf(scan) ?? main?.byline ?? null,
      url,
      publishedAt: dateOf(scan),
      language: languageOf(scan),
      thread: threadOf(scan, { base, url: url ?? hints.url }),
      content: withoutTitle(content.length < MIN_TEXT ? longer(content, whole()) : content, title),
    },
  ];
}

const longer = (one: string, other: string) => (other.length > one.length ? other : one);

function mainContent({
  fragments,
  elements,
}: CleanHtml): { element: DomElement; byline: string | null } | null {
  if (elements > MAX_ELEMENTS) return null;
  try {
    const found = new Readability<DomElement>(documentOf(fragments.join("")) as never, {
      charThreshold: MIN_TEXT,
      keepClasses: true,
      disableJSONLD: true,
      serializer: (node) => node as unknown as DomElement,
    }).parse();
    if (!found?.content) return null;
    const byline = firstText(found.byline)?.replace(/^by:?\s+/i, "") ?? "";
    return { element: found.content, byline: byline.length > 0 && byline.length <= 100 ? byline : null };
  } catch {
    // Markup that it cannot take: the whole page is read instead.
    return null;
  }
}

/** The address that the page states for itself, when it is one of the same site; null otherwise. */
export function canonicalUrl(
  stated: string | null,
  { base, url }: { base: string | null; url: string | undefined },
): string | null {
  if (stated === null || url === undefined) return null;
  const canonical = parseUrl(stated, base ?? url);
  if (canonical === null) return null;
  const own = new URL(url);
  const site = (one: URL) => one.hostname.replace(/^www\./, "");
  if (!/^https?:$/.test(canonical.protocol) || site(canonical) !== site(own)) return null;
  // Many sites state their start page as the address of every page.
  if (canonical.pathname === "/" && canonical.search === "" && own.pathname !== "/") return null;
  canonical.hash = "";
  return canonical.href;
}
