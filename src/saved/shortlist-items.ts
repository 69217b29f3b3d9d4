/** Adds, removes and annotates items of a shortlist. */
import type { AccountsDb } from "../accounts/tables.ts";
import { AccountError } from "../accounts/types.ts";
import { maxItems } from "../contract/api/console/shortlists.ts";
import { isItem, ownShortlist, touch } from "./shortlist-rows.ts";
import { type ItemKey, itemName, type SavedOptions } from "./types.ts";

export interface Item extends ItemKey {
  note?: string;
  /** Milliseconds since 1970. */
  addedAt: number;
}

/**
 * Items that the list contains already stay as they are. Throws AccountError for too many. Call within a transaction.
 */
export async function insertItems(
  tx: AccountsDb,
  shortlistId: string,
  items: readonly Item[],
): Promise<void> {
  for (const { kind, key, note = "", addedAt } of items)
    await tx
      .insertInto("shortlist_item")
      .values({ shortlist_id: shortlistId, kind, key, note, added_at: addedAt })
      .onConflict((conflict) => conflict.columns(["shortlist_id", "kind", "key"]).doNothing())
      .execute();
  const { count } = await tx
    .selectFrom("shortlist_item")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("shortlist_id", "=", shortlistId)
    .executeTakeFirstOrThrow();
  if (count > maxItems)
    throw new AccountError(
      `items: a shortlist holds at most ${maxItems}; remove some, or start another list`,
    );
}

/** Throws AccountError for an item whose record does not exist. */
export async function requireRecords(
  { findRecords }: Pick<SavedOptions, "findRecords">,
  items: readonly ItemKey[],
): Promise<void> {
  const found = await findRecords(items);
  const unknown = items.findIndex((item) => !found.has(itemName(item)));
  if (unknown === -1) return;
  const { kind, key } = items[unknown]!;
  throw new AccountError(
    `items.${unknown}: there is no ${kind} ${JSON.stringify(key)}; it may have been withdrawn`,
    "missing",
  );
}

interface Change {
  memberId: string;
  id: string;
  now: number;
}

export const addItems = (db: AccountsDb, { memberId, id, now }: Change, items: readonly ItemKey[]) =>
  db.transaction().execute(async (tx) => {
    await ownShortlist(tx, memberId, id);
    await insertItems(
      tx,
      id,
      items.map((item) => ({ ...item, addedAt: now })),
    );
    await touch(tx, id, now);
  });

export const removeItems = (db: AccountsDb, { memberId, id, now }: Change, items: readonly ItemKey[]) =>
  db.transaction().execute(async (tx) => {
    await ownShortlist(tx, memberId, id);
    for (const item of items)
      await tx
        .deleteFrom("shortlist_item")
        .where("shortlist_id", "=", id)
        .where((eb) => eb.and(isItem(item)))
        .execute();
    await touch(tx, id, now);
  });

/** Throws AccountError when the list does not contain the item: it may have been removed in another tab. */
export const setNote = (
  db: AccountsDb,
  { memberId, id, now }: Change,
  { item, note }: { item: ItemKey; note: string },
) =>
  db.transaction().execute(async (tx) => {
    await ownShortlist(tx, memberId, id);
    const { numUpdatedRows } = await tx
      .updateTable("shortlist_item")
      .set({ note })
      .where("shortlist_id", "=", id)
      .where((eb) => eb.and(isItem(item)))
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new AccountError("item: the shortlist does not hold it any more; add it again", "missing");
    await touch(tx, id, now);
  });
