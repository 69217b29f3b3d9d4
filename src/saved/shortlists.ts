/** Named lists of projects and documents. Each change is one transaction; of two changes of a field, the later counts. */
import { randomUUID } from "node:crypto";
import type { AccountsDb } from "../accounts/tables.ts";
import { AccountError } from "../accounts/types.ts";
import { maxShortlists } from "../contract/api/console/shortlists.ts";
import { firstCodePoints } from "../contract/values/text.ts";
import { shortlistFile } from "./shortlist-file.ts";
import { addItems, type Item, insertItems, removeItems, requireRecords, setNote } from "./shortlist-items.ts";
import {
  isItem,
  itemsOf,
  ownShortlist,
  readableShortlist,
  selectShortlists,
  shortlistOf,
} from "./shortlist-rows.ts";
import {
  type ItemKey,
  itemName,
  type SavedOptions,
  type Shortlists,
  type ShortlistWithItems,
} from "./types.ts";

export function createShortlists(db: AccountsDb, options: SavedOptions): Shortlists {
  const { findRecords, now = Date.now } = options;
  const own = async (memberId: string, id: string) => shortlistOf(await ownShortlist(db, memberId, id));
  const get = (memberId: string, id: string) => getShortlist(db, { memberId, id, findRecords });
  return {
    list: (memberId, item) => listShortlists(db, memberId, item),
    create: async (memberId, { items = [], ...list }) => {
      await requireRecords(options, items);
      const time = now();
      const dated = items.map((item) => ({ ...item, addedAt: time }));
      return own(memberId, await insertShortlist(db, memberId, { ...list, items: dated, now: time }));
    },
    get,
    update: async (memberId, id, { name, notes }) => {
      const change = { ...(name !== undefined && { name }), ...(notes !== undefined && { notes }) };
      await ownShortlist(db, memberId, id);
      await db
        .updateTable("shortlist")
        .set({ ...change, updated_at: now() })
        .where("id", "=", id)
        .execute();
      return own(memberId, id);
    },
    remove: async (memberId, id) => {
      await ownShortlist(db, memberId, id);
      await db.deleteFrom("shortlist").where("id", "=", id).execute();
    },
    copy: async (memberId, id, name) => {
      const { row } = await readableShortlist(db, memberId, id);
      const items = (await itemsOf(db, row.id)).map(({ added_at, ...item }) => ({
        ...item,
        addedAt: added_at,
      }));
      const copied = { name: name ?? copyOf(row.name), notes: row.notes, items, now: now() };
      return own(memberId, await insertShortlist(db, memberId, copied));
    },
    share: async (memberId, id, shared) => {
      const { share_id } = await ownShortlist(db, memberId, id);
      // A new id each time: a link that was withdrawn stays so.
      const next = shared ? (share_id ?? randomUUID()) : null;
      await db.updateTable("shortlist").set({ share_id: next }).where("id", "=", id).execute();
      return own(memberId, id);
    },
    addItems: async (memberId, id, items) => {
      await ownShortlist(db, memberId, id);
      await requireRecords(options, items);
      await addItems(db, { memberId, id, now: now() }, items);
      return own(memberId, id);
    },
    removeItems: async (memberId, id, items) => {
      await removeItems(db, { memberId, id, now: now() }, items);
      return own(memberId, id);
    },
    setNote: async (memberId, id, note) => {
      await setNote(db, { memberId, id, now: now() }, note);
      return own(memberId, id);
    },
    export: async (memberId, id, format) => shortlistFile(await get(memberId, id), format),
  };
}

const copyOf = (name: string): string => `${firstCodePoints(name, 73)} (copy)`;

async function listShortlists(db: AccountsDb, memberId: string, item: ItemKey | null) {
  const rows = await selectShortlists(db)
    .where("member_id", "=", memberId)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();
  const holding = item === null ? new Set<string>() : await listsHolding(db, memberId, item);
  return rows.map((row) => ({ ...shortlistOf(row), holds: holding.has(row.id) }));
}

async function listsHolding(db: AccountsDb, memberId: string, item: ItemKey): Promise<Set<string>> {
  const rows = await db
    .selectFrom("shortlist_item")
    .innerJoin("shortlist", "shortlist.id", "shortlist_item.shortlist_id")
    .select("shortlist.id")
    .where("shortlist.member_id", "=", memberId)
    .where((eb) => eb.and(isItem(item)))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

interface NewShortlist {
  name: string;
  notes: string;
  items: readonly Item[];
  now: number;
}

async function insertShortlist(
  db: AccountsDb,
  memberId: string,
  { name, notes, items, now }: NewShortlist,
): Promise<string> {
  const id = randomUUID();
  await db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom("shortlist")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("member_id", "=", memberId)
      .executeTakeFirstOrThrow();
    if (count >= maxShortlists)
      throw new AccountError(`You have ${maxShortlists} shortlists, which is the most; delete one first`);
    const times = { created_at: now, updated_at: now };
    await tx
      .insertInto("shortlist")
      .values({ id, member_id: memberId, name, notes, share_id: null, ...times })
      .execute();
    await insertItems(tx, id, items);
  });
  return id;
}

async function getShortlist(
  db: AccountsDb,
  { memberId, id, findRecords }: { memberId: string; id: string } & Pick<SavedOptions, "findRecords">,
): Promise<ShortlistWithItems> {
  const { row, isOwn } = await readableShortlist(db, memberId, id);
  const items = await itemsOf(db, row.id);
  const records = await findRecords(items);
  return {
    ...shortlistOf(row, { isOwn }),
    isOwn,
    items: items.map(({ added_at, ...item }) => ({
      ...item,
      addedAt: new Date(added_at).toISOString(),
      record: records.get(itemName(item)) ?? null,
    })),
  };
}
