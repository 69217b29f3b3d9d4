/** A view of the archive search: its address and its request. Names in the address are the API's. */
import type { RequestOf } from "@prior-art/client";
import type { SearchIntent } from "../../../src/contract/api/archive.ts";
import { maxArchiveOffset } from "../../../src/contract/values/bounds.ts";
import { asChoice, asCount, asKeys, asText, type RawSearch } from "../router/search-params.ts";

const intents: readonly SearchIntent[] = ["docs", "ideation"];

export interface ArchiveSearch {
  query?: string;
  sources?: string[];
  /** Absent: `docs`. */
  intent?: "ideation";
  /** Documents per source; absent: the API's default. `0` (no limit) is a text, since numbers begin at 1 here. */
  maxDocsPerSource?: string;
  maxChunksPerDoc?: number;
  /** A number between 0 and 1, as text. */
  minSimilarity?: string;
  offset?: number;
}

export const archiveFields: readonly (keyof ArchiveSearch)[] = [
  "query",
  "sources",
  "intent",
  "maxDocsPerSource",
  "maxChunksPerDoc",
  "minSimilarity",
  "offset",
];

export const archivePageSize = 10;
/** As the API limits them. */
const maxSources = 20;
const maxChunks = 4;

/** Reads an address; what is not understood is left out. */
export function readArchiveSearch(raw: RawSearch): ArchiveSearch {
  const similarity = String(raw.minSimilarity ?? "");
  const perSource = String(raw.maxDocsPerSource ?? "");
  const chunks = asCount(raw.maxChunksPerDoc);
  const fields = {
    query: asText(raw.query)?.trim() || undefined,
    sources: asKeys(raw.sources)?.slice(0, maxSources),
    intent: asChoice(raw.intent, intents) === "ideation" ? "ideation" : undefined,
    maxDocsPerSource: /^(?:\d|10)$/.test(perSource) ? perSource : undefined,
    maxChunksPerDoc: chunks !== undefined && chunks <= maxChunks ? chunks : undefined,
    minSimilarity: /^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)$/.test(similarity) ? similarity : undefined,
    offset: asCount(raw.offset),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as ArchiveSearch;
}

export function archiveRequestOf(search: ArchiveSearch): RequestOf<"searchArchives"> {
  const { query = "", sources, intent, maxChunksPerDoc, minSimilarity, offset } = search;
  // The limit per source keeps results varied; a single source needs none.
  const maxDocsPerSource = search.maxDocsPerSource ?? (sources?.length === 1 ? "0" : undefined);
  return {
    query,
    explain: true,
    limit: archivePageSize,
    offset: Math.min(offset ?? 0, maxArchiveOffset),
    ...(sources && { sources }),
    ...(intent && { intent }),
    ...(maxDocsPerSource !== undefined && { maxDocsPerSource: Number(maxDocsPerSource) }),
    ...(maxChunksPerDoc !== undefined && { maxChunksPerDoc }),
    ...(minSimilarity !== undefined && { minSimilarity: Number(minSimilarity) }),
  };
}
