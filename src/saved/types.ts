/** What members save, and what it needs from other modules. */
import type { z } from "zod";
import type {
  createSavedSearchRequestSchema,
  newResultsSchema,
  SearchPage,
  savedSearchSchema,
} from "../contract/api/console/saved-searches.ts";
import type {
  createShortlistRequestSchema,
  exportShortlistResponseSchema,
  shortlistItemSchema,
  shortlistResponseSchema,
  shortlistSchema,
} from "../contract/api/console/shortlists.ts";

export type Shortlist = z.output<typeof shortlistSchema>;
export type ShortlistWithItems = z.output<typeof shortlistResponseSchema>;
export type ShortlistItem = z.output<typeof shortlistItemSchema>;
export type ItemRecord = NonNullable<ShortlistItem["record"]>;
export type ItemKey = Pick<ShortlistItem, "kind" | "key">;
export type ExportFormat = "csv" | "jsonl" | "markdown";
export type SavedSearch = z.output<typeof savedSearchSchema>;
export type NewSearch = z.output<typeof createSavedSearchRequestSchema>;
export type NewResults = z.output<typeof newResultsSchema>;

export interface SavedOptions {
  /** Records by {@link itemName}; those that do not exist, or no longer, are left out. */
  findRecords(items: readonly ItemKey[]): Promise<Map<string, ItemRecord>>;
  /** Keys of the first results, in their order, at most `limit`. Throws ApiError. */
  searchKeys(page: SearchPage, request: object, limit: number): Promise<string[]>;
  /** Of the corpus that is searched; null before the first publish. */
  revision(): string | null;
  /** Milliseconds since 1970. */
  now?(): number;
}

/**
 * Lists of one member; `id` is the list's own id and, where reading suffices, also its share id. All throw AccountError
 * for what does not exist, which another member's list is, and for what exceeds a limit.
 */
export interface Shortlists {
  list(memberId: string, item: ItemKey | null): Promise<(Shortlist & { holds: boolean })[]>;
  create(memberId: string, list: z.output<typeof createShortlistRequestSchema>): Promise<Shortlist>;
  get(memberId: string, id: string): Promise<ShortlistWithItems>;
  update(memberId: string, id: string, change: { name?: string; notes?: string }): Promise<Shortlist>;
  remove(memberId: string, id: string): Promise<void>;
  copy(memberId: string, id: string, name?: string): Promise<Shortlist>;
  share(memberId: string, id: string, shared: boolean): Promise<Shortlist>;
  addItems(memberId: string, id: string, items: readonly ItemKey[]): Promise<Shortlist>;
  removeItems(memberId: string, id: string, items: readonly ItemKey[]): Promise<Shortlist>;
  setNote(memberId: string, id: string, note: { item: ItemKey; note: string }): Promise<Shortlist>;
  export(
    memberId: string,
    id: string,
    format: ExportFormat,
  ): Promise<z.output<typeof exportShortlistResponseSchema>>;
}

/** Searches of one member. All throw AccountError like {@link Shortlists}, and ApiError of the search. */
export interface SavedSearches {
  list(memberId: string): Promise<{ searches: SavedSearch[]; revision: string | null }>;
  create(memberId: string, search: NewSearch): Promise<SavedSearch>;
  rename(memberId: string, id: string, name: string): Promise<SavedSearch>;
  /** Whether `check` would have to search. */
  isStale(memberId: string, id: string): Promise<boolean>;
  /** What is new since the last look. */
  check(memberId: string, id: string): Promise<NewResults>;
  /** The same, and the results of now become those of the last look. */
  see(memberId: string, id: string): Promise<NewResults>;
  remove(memberId: string, id: string): Promise<void>;
}

export interface Saved {
  shortlists: Shortlists;
  searches: SavedSearches;
}

/** Kinds have separate keys. */
export const itemName = ({ kind, key }: ItemKey): string => `${kind} ${key}`;
