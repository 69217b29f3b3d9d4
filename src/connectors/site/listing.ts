/** A site as it is listed in one run, by its sitemap or by its links. */
import type { Fetched, Item, Validators } from "../connector.ts";
import type { PageReader, PageResult } from "../web/read-page.ts";

export interface Listing {
  items(): AsyncIterable<Item>;
  fetch(item: Item, known: Validators | null): Promise<Fetched>;
  /** Valid when `items` has ended. */
  isWhole(): boolean;
  notes(): readonly string[];
}

export interface ListingOptions {
  reader: PageReader;
  signal: AbortSignal;
  maxPages: number;
}

/** What the port of connectors knows of a page. */
export function fetchedOf(result: PageResult): Fetched {
  if (result.outcome === "read")
    return { outcome: "read", content: result.content, validators: result.validators };
  return result.outcome === "skipped" ? { outcome: "skipped", reason: result.reason } : result;
}

/** `3 addresses were left out: REASON`; nothing without any. */
export function counted(count: number, reason: string): string[] {
  if (count === 0) return [];
  return [`${count} ${count === 1 ? "address was" : "addresses were"} left out: ${reason}`];
}
