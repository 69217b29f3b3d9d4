/** What members save on purpose: shortlists and searches. Removing a member removes both. */
import type { AccountsDb } from "../accounts/tables.ts";
import { createSavedSearches } from "./saved-searches.ts";
import { createShortlists } from "./shortlists.ts";
import type { Saved, SavedOptions } from "./types.ts";

/** Uses the accounts database and leaves it open. */
export const createSaved = (db: AccountsDb, options: SavedOptions): Saved => ({
  shortlists: createShortlists(db, options),
  searches: createSavedSearches(db, options),
});
