/** Members by e-mail, with their entries. Read by `member-holdings.ts`. */
import type { Insertable } from "kysely";
import type { EntryRecord, MemberRecord } from "../contract/records/member-record.ts";
import { portions } from "./portions.ts";
import type { CatalogDb, CatalogTables } from "./tables.ts";

/** Keys looked up, or rows written, per statement. */
const KEYS = 500;
const ROWS = 100;

export interface MemberToSave {
  record: MemberRecord;
  contentHash: string;
}

/** An entry as stored: its team and its updates have their own tables. */
export type StoredEntry = Omit<EntryRecord, "id" | "role" | "team" | "updates" | "createdAt">;

type Row<Name extends keyof CatalogTables> = Insertable<CatalogTables[Name]>;

export async function memberHashes(db: CatalogDb, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("member")
    .select(["email", "content_hash"])
    .where("email", "in", emails)
    .execute();
  return new Map(rows.map((row) => [row.email, row.content_hash]));
}

/**
 * Inserts or replaces members with their entries: an entry missing from the record is deleted. An entry keeps the
 * time of its first import (`now` for a new one), unless the record gives its time of creation.
 */
export async function saveMembers(
  db: CatalogDb,
  members: readonly MemberToSave[],
  now: string,
): Promise<void> {
  for (const part of portions(members, KEYS)) {
    const emails = part.map(({ record }) => record.email);
    const known = await creationTimes(db, emails);
    await db.deleteFrom("member").where("email", "in", emails).execute();
    const rows = part.map((member) =>
      toRows(member, (id) => known.get(keyOf(member.record.email, id)) ?? now),
    );
    for (const values of portions(
      rows.map(({ member }) => member),
      ROWS,
    ))
      await db.insertInto("member").values(values).execute();
    for (const values of portions(
      rows.flatMap(({ entries }) => entries),
      ROWS,
    ))
      await db.insertInto("entry").values(values).execute();
    for (const values of portions(
      rows.flatMap(({ team }) => team),
      ROWS,
    ))
      await db.insertInto("entry_team").values(values).execute();
    for (const values of portions(
      rows.flatMap(({ updates }) => updates),
      ROWS,
    ))
      await db.insertInto("entry_update").values(values).execute();
  }
}

/** Whether the member existed. The member's rows in teams of other members' entries stay. */
export async function deleteMember(db: CatalogDb, email: string): Promise<boolean> {
  const result = await db.deleteFrom("member").where("email", "=", email).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

async function creationTimes(db: CatalogDb, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("entry")
    .select(["holder", "id", "created_at"])
    .where("holder", "in", emails)
    .execute();
  return new Map(rows.map(({ holder, id, created_at }) => [keyOf(holder, id), created_at]));
}

const keyOf = (holder: string, id: string): string => `${holder} ${id}`;

function toRows({ record, contentHash }: MemberToSave, createdAt: (id: string) => string) {
  const { email: holder, profile, registrations = [], entries = [] } = record;
  return {
    member: {
      email: holder,
      profile: JSON.stringify(profile ?? null),
      registrations: JSON.stringify(registrations),
      content_hash: contentHash,
    } satisfies Row<"member">,
    entries: entries.map(({ id, role, team, updates, createdAt: given, ...stored }): Row<"entry"> => {
      const record: StoredEntry = stored;
      return { holder, id, record: JSON.stringify(record), created_at: given ?? createdAt(id) };
    }),
    team: entries.flatMap((entry) => teamRows(holder, entry)),
    updates: entries.flatMap((entry) => updateRows(holder, entry)),
  };
}

/** The holder first; duplicate addresses are dropped. */
function teamRows(holder: string, { id, role, team = [] }: EntryRecord): Row<"entry_team">[] {
  const met = new Set([holder]);
  const others = team.filter(({ email }) => !email || (!met.has(email) && met.add(email)));
  const own = { email: holder, role, displayName: null, username: null };
  return [own, ...others].map(({ email, role, displayName, username }, position) => ({
    holder,
    entry: id,
    position,
    email: email ?? null,
    role,
    display_name: displayName ?? null,
    username: username ?? null,
  }));
}

function updateRows(holder: string, { id, updates = [] }: EntryRecord): Row<"entry_update">[] {
  return updates.map(({ kind, number, publishedAt, links = [] }, position) => ({
    holder,
    entry: id,
    position,
    kind,
    number: number ?? null,
    published_at: publishedAt,
    links: JSON.stringify(links),
  }));
}
