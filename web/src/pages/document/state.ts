/** The address of the reader: `at` and `end` mark a passage, in code points of the readable text. */
import { asCount, type RawSearch } from "../../router/search-params.ts";

export interface DocumentSearch {
  at?: number;
  end?: number;
}

export function readDocumentSearch(raw: RawSearch): DocumentSearch {
  const at = asCount(raw.at);
  const end = asCount(raw.end);
  if (end === undefined || end <= (at ?? 0)) return at === undefined ? {} : { at };
  return at === undefined ? { end } : { at, end };
}

/** Code points per request. */
export const pageChars = 20_000;

/** Where the page begins that contains a place. */
export const pageStart = (place: number): number => Math.floor(place / pageChars) * pageChars;
