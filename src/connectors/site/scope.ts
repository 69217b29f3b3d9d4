/** Which addresses belong to a site as it is declared. */
import { pathFilter } from "../path-patterns.ts";
import { isSameSite } from "../web/normal-url.ts";
import { percentDecoded } from "../web/percent-decoded.ts";

export interface ScopeOptions {
  site: URL;
  /** Path that every page begins with; null: any. */
  prefix: string | null;
  include?: readonly string[];
  exclude?: readonly string[];
}

/** Ids of items are addresses. */
const MAX_ID = 2_000;

export function scopeOf({ site, prefix, include, exclude }: ScopeOptions): (url: URL) => boolean {
  const matches = pathFilter({ include, exclude });
  return (url) =>
    isSameSite(url, site) &&
    url.href.length <= MAX_ID &&
    (prefix === null || url.pathname.startsWith(prefix)) &&
    matches(percentDecoded(url.pathname));
}

/** `/docs/start.html` → `/docs/`. */
export const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf("/") + 1);
