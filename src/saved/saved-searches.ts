/** Searches to look at again, and what is new in them since the last look. */
import { randomUUID } from "node:crypto";
import type { AccountsDb } from "../accounts/tables.ts";
import { AccountError } from "../accounts/types.ts";
import {
  maxComparedResults,
  maxSavedSearches,
  storedRequest,
} from "../contract/api/console/saved-searches.ts";
import { ApiError } from "../contract/api/errors.ts";
import { jsonText } from "../contract/values/json-text.ts";
import {
  itemName,
  type NewResults,
  type SavedOptions,
  type SavedSearch,
  type SavedSearches,
} from "./types.ts";

const select = (db: AccountsDb, memberId: string) =>
  db.selectFrom("saved_search").selectAll().where("member_id", "=", memberId);
type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

export function createSavedSearches(db: AccountsDb, options: SavedOptions): SavedSearches {
  const { revision, now = Date.now } = options;
  const find = (memberId: string, id: string) => findSearch(db, memberId, id);
  const shown = async (memberId: string, id: string) => searchOf(await find(memberId, id), revision());
  const keysOf = ({ page, request }: Pick<Row, "page" | "request">) => {
    const stored = storedRequest(page, request);
    if (stored !== null) return options.searchKeys(page, stored, maxComparedResults[page]);
    throw new ApiError(
      "INVALID_QUERY",
      "This search was saved by an earlier release, and is no longer understood; open it and save it again",
    );
  };
  /** Compares the results of now with those of the last look, unless that was done for the corpus of now. */
  const compare = async (memberId: string, id: string) => {
    const row = await find(memberId, id);
    const at = revision();
    const known = comparedAt(row, at);
    if (known !== null) return { newKeys: known, keys: null, at };
    const keys = await keysOf(row);
    return { newKeys: newKeysOf(row, keys), keys, at };
  };
  /** The answer to a look. */
  const withTitles = async (search: SavedSearch, newKeys: readonly string[]): Promise<NewResults> => {
    const kind = search.page === "projects" ? ("project" as const) : ("document" as const);
    const found = await options.findRecords(newKeys.map((key) => ({ kind, key })));
    const newTitles = newKeys.map((key) => found.get(itemName({ kind, key }))?.title ?? key);
    return { search, newKeys: [...newKeys], newTitles };
  };
  const set = (id: string, change: Partial<Row>) =>
    db.updateTable("saved_search").set(change).where("id", "=", id).execute();

  return {
    list: async (memberId) => {
      const rows = await select(db, memberId).orderBy("created_at", "desc").orderBy("id").execute();
      const at = revision();
      return { searches: rows.map((row) => searchOf(row, at)), revision: at };
    },
    create: async (memberId, { name, page, state, request }) => {
      await requireRoom(db, memberId);
      const stored = jsonText(request);
      const at = revision();
      const keys = await keysOf({ page, request: stored });
      const id = randomUUID();
      const look = { seen_at: now(), seen_revision: at ?? "", seen_keys: JSON.stringify(keys) };
      await db.transaction().execute(async (tx) => {
        // Others may have been saved during the search.
        await requireRoom(tx, memberId);
        await tx
          .insertInto("saved_search")
          .values({ id, member_id: memberId, name, page, state, request: stored, created_at: now(), ...look })
          .execute();
      });
      return shown(memberId, id);
    },
    rename: async (memberId, id, name) => {
      await find(memberId, id);
      await set(id, { name });
      return shown(memberId, id);
    },
    isStale: async (memberId, id) => comparedAt(await find(memberId, id), revision()) === null,
    check: async (memberId, id) => {
      const { newKeys, keys, at } = await compare(memberId, id);
      if (keys !== null) await set(id, { checked_revision: at, new_keys: JSON.stringify(newKeys) });
      return withTitles(await shown(memberId, id), newKeys);
    },
    see: async (memberId, id): Promise<NewResults> => {
      const row = await find(memberId, id);
      const at = revision();
      const keys = await keysOf(row);
      await set(id, {
        seen_at: now(),
        seen_revision: at ?? "",
        seen_keys: JSON.stringify(keys),
        checked_revision: null,
        new_keys: null,
      });
      return withTitles(await shown(memberId, id), newKeysOf(row, keys));
    },
    remove: async (memberId, id) => {
      await find(memberId, id);
      await db.deleteFrom("saved_search").where("id", "=", id).execute();
    },
  };
}

async function findSearch(db: AccountsDb, memberId: string, id: string): Promise<Row> {
  const row = await select(db, memberId).where("id", "=", id).executeTakeFirst();
  if (row !== undefined) return row;
  throw new AccountError(
    "There is no such saved search; it may have been deleted, reload the list",
    "missing",
  );
}

async function requireRoom(db: AccountsDb, memberId: string): Promise<void> {
  const { count } = await db
    .selectFrom("saved_search")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (count >= maxSavedSearches)
    throw new AccountError(
      `You have ${maxSavedSearches} saved searches, which is the most; delete one first`,
    );
}

/**
 * Keys that were not there at the last look. Where only the first results were stored, those that follow the last of
 * them may have been there too, and do not count; where none of them is left, all count.
 */
function newKeysOf({ page, seen_keys }: Pick<Row, "page" | "seen_keys">, keys: readonly string[]): string[] {
  const before = JSON.parse(seen_keys) as string[];
  const seen = new Set(before);
  const last = keys.findLastIndex((key) => seen.has(key));
  const end = before.length < maxComparedResults[page] || last === -1 ? keys.length : last;
  return keys.slice(0, end).filter((key) => !seen.has(key));
}

/** New keys as known for this corpus; null when they are not. */
function comparedAt(row: Row, revision: string | null): string[] | null {
  if (revision !== null && row.seen_revision === revision) return [];
  return revision !== null && row.checked_revision === revision
    ? (JSON.parse(row.new_keys ?? "[]") as string[])
    : null;
}

function searchOf(row: Row, revision: string | null): SavedSearch {
  return {
    id: row.id,
    name: row.name,
    page: row.page,
    state: row.state,
    createdAt: new Date(row.created_at).toISOString(),
    seenAt: new Date(row.seen_at).toISOString(),
    seenRevision: row.seen_revision,
    newResults: comparedAt(row, revision)?.length ?? null,
  };
}
