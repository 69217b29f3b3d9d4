/** Pages of one thread, such as `/topic/7` and `/topic/7?page=2`. */
import { parseUrl } from "../../../contract/values/parse-url.ts";
import type { PageScan } from "./scan-page.ts";

const parameter = /^(?:page|paged|pg|start|offset)$/i;
/** `/page/2`, `/page-2` and `/page2` at the end of a path. */
const inPath = /\/page[/-]?(\d{1,6})\/?$/i;

/**
 * The address of the first page, for a page whose address is that of a later one, and for a first page that leads to a
 * later one. Null for a page alone.
 */
export function threadOf(
  { links, neighbors }: Pick<PageScan, "links" | "neighbors">,
  { base, url }: { base: string | null; url: string | undefined },
): string | null {
  const own = url === undefined ? null : parseUrl(url);
  if (own === null) return null;
  const { first, isLater } = firstPage(own);
  if (isLater) return first;
  const isContinued = [...neighbors, ...links].some((href) => {
    const other = parseUrl(href, base ?? own.href);
    if (other === null || !mayBeLater(other)) return false;
    const page = firstPage(other);
    return page.isLater && page.first === first;
  });
  return isContinued ? first : null;
}

const mayBeLater = ({ search, pathname }: URL) => search !== "" || inPath.test(pathname);

function firstPage(url: URL): { first: string; isLater: boolean } {
  const first = new URL(url);
  first.hash = "";
  let isLater = false;
  const number = inPath.exec(first.pathname);
  if (number !== null) {
    isLater = Number(number[1]) > 1;
    first.pathname = first.pathname.slice(0, number.index);
  }
  for (const [name, value] of [...first.searchParams]) {
    if (!parameter.test(name) || !/^\d{1,9}$/.test(value)) continue;
    // Offsets count from 0.
    isLater ||= Number(value) > (/^(?:start|offset)$/i.test(name) ? 0 : 1);
    first.searchParams.delete(name);
  }
  first.pathname = first.pathname.replace(/(?<=.)\/$/, "");
  return { first: first.href, isLater };
}
