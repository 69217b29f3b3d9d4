/** Rows of shortlists. */
import type { AccountsDb } from "../accounts/tables.ts";
import { AccountError } from "../accounts/types.ts";
import type { ItemKey, Shortlist } from "./types.ts";

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const selectShortlists = (db: AccountsDb) =>
  db
    .selectFrom("shortlist")
    .select(["id", "member_id", "name", "notes", "share_id", "created_at", "updated_at"])
    .select((eb) =>
      eb
        .selectFrom("shortlist_item")
        .whereRef("shortlist_item.shortlist_id", "=", "shortlist.id")
        .select((count) => count.fn.countAll<number>().as("items"))
        .as("items"),
    );
export type ShortlistRow = Awaited<
  ReturnType<ReturnType<typeof selectShortlists>["executeTakeFirstOrThrow"]>
>;

/** As the reader sees it: only the owner learns the share id. */
export function shortlistOf(row: ShortlistRow, { isOwn = true } = {}): Shortlist {
  return {
    id: isOwn ? row.id : row.share_id!,
    name: row.name,
    notes: row.notes,
    itemCount: row.items ?? 0,
    shareId: isOwn ? row.share_id : null,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
  };
}

/** Another member's list is answered like one that does not exist. */
const missing = () =>
  new AccountError(
    "There is no such shortlist; it was deleted, or it is not shared with you any more",
    "missing",
  );

/** The member's own list. Throws AccountError. */
export async function ownShortlist(db: AccountsDb, memberId: string, id: string): Promise<ShortlistRow> {
  const row = await selectShortlists(db)
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (row === undefined) throw missing();
  return row;
}

/** The member's own list, or the one shared under this id. Throws AccountError. */
export async function readableShortlist(db: AccountsDb, memberId: string, id: string) {
  const row = await selectShortlists(db)
    .where((eb) => eb.or([eb.and({ id, member_id: memberId }), eb("share_id", "=", id)]))
    .executeTakeFirst();
  if (row === undefined) throw missing();
  return { row, isOwn: row.id === id };
}

/** Items in the order in which they were added. */
export const itemsOf = (db: AccountsDb, shortlistId: string) =>
  db
    .selectFrom("shortlist_item")
    .select(["kind", "key", "note", "added_at"])
    .where("shortlist_id", "=", shortlistId)
    .orderBy("position")
    .execute();

/** Condition: the row is this item. */
export const isItem = ({ kind, key }: ItemKey) => ({ kind, key });

export const touch = (tx: AccountsDb, id: string, now: number) =>
  tx.updateTable("shortlist").set({ updated_at: now }).where("id", "=", id).execute();
