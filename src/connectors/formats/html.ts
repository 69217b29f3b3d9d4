/** HTML that is content as a whole, such as a file of documentation. */

import { parseUrl } from "../../contract/values/parse-url.ts";
import type { Content } from "../connector.ts";
import { firstText, titleOfName } from "./facts.ts";
import type { ParsedDocument } from "./format.ts";
import { cleanHtml } from "./html/clean-html.ts";
import { decodeHtml } from "./html/decode-html.ts";
import { authorOf, dateOf, languageOf, titleOf } from "./html/page-facts.ts";
import { scanPage } from "./html/scan-page.ts";
import { htmlToMarkdown } from "./html/to-markdown.ts";
import { withoutTitle } from "./html/without-title.ts";

export async function parseHtml({ bytes, charset, name, hints }: Content): Promise<ParsedDocument[]> {
  const html = decodeHtml({ bytes, charset });
  const scan = await scanPage(html);
  // A title known from elsewhere, such as that of an entry, is the one in the head.
  const own = hints.title === undefined ? titleOf(scan, hints.url) : firstText(scan.title, scan.headings[0]);
  const title = own ?? hints.title ?? titleOfName(name);
  const content = htmlToMarkdown(cleanHtml(html), baseOf(scan.base, hints.url));
  return [
    {
      part: null,
      title,
      author: authorOf(scan),
      url: null,
      publishedAt: dateOf(scan),
      language: languageOf(scan),
      content: withoutTitle(content, title),
    },
  ];
}

/** What links are relative to. */
export function baseOf(base: string | null, url: string | undefined): string | null {
  return (base === null ? null : parseUrl(base, url))?.href ?? url ?? null;
}
