/** Everything that the catalog stores about one member, read in one transaction. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { ProfileRecord } from "../contract/records/member-record.ts";
import { listHackathonDates } from "./hackathons.ts";
import type { StoredEntry } from "./members.ts";
import type { CatalogTables } from "./tables.ts";
import type { CatalogHackathon } from "./types.ts";

export interface HoldingsCaps {
  entries: number;
  updates: number;
}

export interface HeldTeammate {
  /** Name given in the entry; the teammate's own profile may differ. */
  displayName: string | null;
  username: string | null;
  /** Null when the teammate has no record. */
  profile: ProfileRecord | null;
}

export interface HeldUpdate {
  kind: "hackathon" | "eternal" | "buildLog";
  number: number | null;
  publishedAt: string;
  links: string[];
}

export interface HeldEntry {
  record: StoredEntry;
  /** The member's role in the entry. */
  role: "owner" | "member";
  createdAt: string;
  /** The other teammates, in the order of the record. */
  team: HeldTeammate[];
  /** Newest first. */
  updates: HeldUpdate[];
}

export interface MemberHoldings {
  /** Null without a record. */
  profile: ProfileRecord | null;
  /** Slugs of hackathons. */
  registrations: string[];
  /** Newest first (time of creation, then id); the member's own entries, and those whose team lists the member. */
  entries: HeldEntry[];
  /** Whether the caps cut anything off; updates are counted over the returned entries. */
  more: { entries: boolean; updates: boolean };
  hackathons: Omit<CatalogHackathon, "tracks" | "labels">[];
}

type Reader = Transaction<CatalogTables>;

/** `email` is normalized as in the records: trimmed, in lower case. */
export async function readHoldings(
  db: Kysely<CatalogTables>,
  email: string,
  caps: HoldingsCaps,
): Promise<MemberHoldings> {
  // Another process may import between two reads: one transaction reads one state.
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      const member = await trx
        .selectFrom("member")
        .select(["profile", "registrations"])
        .where("email", "=", email)
        .executeTakeFirst();
      const found = await readEntries(trx, email, caps.entries + 1);
      const updates = await readUpdates(trx, email, { entries: caps.entries, updates: caps.updates + 1 });
      const updatesOf = grouped(updates.slice(0, caps.updates), toUpdate);
      const teamOf = grouped(await readTeams(trx, email, caps.entries), toTeammate);
      return {
        profile: member === undefined ? null : (JSON.parse(member.profile) as ProfileRecord | null),
        registrations: member === undefined ? [] : (JSON.parse(member.registrations) as string[]),
        entries: found.slice(0, caps.entries).map((row) => ({
          record: JSON.parse(row.record) as StoredEntry,
          role: row.role,
          createdAt: row.created_at,
          team: teamOf(row),
          updates: updatesOf(row),
        })),
        more: { entries: found.length > caps.entries, updates: updates.length > caps.updates },
        hackathons: await listHackathonDates(trx),
      };
    });
}

interface EntryKey {
  holder: string;
  entry: string;
}

/** The rows of each entry, in order. */
function grouped<Row extends EntryKey, T>(rows: readonly Row[], convert: (row: Row) => T) {
  const groups = new Map<string, T[]>();
  const keyOf = ({ holder, entry }: EntryKey) => `${holder} ${entry}`;
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [convert(row)]);
    else group.push(convert(row));
  }
  return (key: EntryKey): T[] => groups.get(keyOf(key)) ?? [];
}

/**
 * The entries visible to an address, newest first, as a table `mine`. An entry stored for several members is read
 * from the requesting member's record if it is there, else from an owner's, else from the first holder's.
 */
function mine(email: string, limit: number) {
  return sql`open as (
    select e.holder, e.id, e.created_at, t.role, row_number() over (
      partition by e.id order by e.holder = ${email} desc, h.role = 'owner' desc, e.holder) as choice
    from entry_team t join entry e on e.holder = t.holder and e.id = t.entry
      join entry_team h on h.holder = e.holder and h.entry = e.id and h.position = 0
    where t.email = ${email}
  ), mine as (
    select holder, id as entry, created_at, role,
      row_number() over (order by created_at desc, id) as place
    from open where choice = 1 order by place limit ${limit})`;
}

interface EntryRow extends EntryKey {
  record: string;
  created_at: string;
  role: HeldEntry["role"];
}

async function readEntries(db: Reader, email: string, limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`with ${mine(email, limit)}
    select mine.holder, mine.entry, e.record, mine.created_at, mine.role
    from mine join entry e on e.holder = mine.holder and e.id = mine.entry order by mine.place`.execute(db);
  return rows;
}

interface TeamRow extends EntryKey {
  display_name: string | null;
  username: string | null;
  profile: string | null;
}

async function readTeams(db: Reader, email: string, limit: number): Promise<TeamRow[]> {
  const { rows } = await sql<TeamRow>`with ${mine(email, limit)}
    select t.holder, t.entry, t.display_name, t.username, m.profile
    from mine join entry_team t on t.holder = mine.holder and t.entry = mine.entry
      left join member m on m.email = t.email
    where t.email is distinct from ${email} order by mine.place, t.position`.execute(db);
  return rows;
}

interface UpdateRow extends EntryKey {
  kind: HeldUpdate["kind"];
  number: number | null;
  published_at: string;
  links: string;
}

async function readUpdates(db: Reader, email: string, caps: HoldingsCaps): Promise<UpdateRow[]> {
  const { rows } = await sql<UpdateRow>`with ${mine(email, caps.entries)}
    select u.holder, u.entry, u.kind, u.number, u.published_at, u.links
    from mine join entry_update u on u.holder = mine.holder and u.entry = mine.entry
    order by u.published_at desc, mine.place, u.position desc limit ${caps.updates}`.execute(db);
  return rows;
}

function toTeammate(row: TeamRow): HeldTeammate {
  return {
    displayName: row.display_name,
    username: row.username,
    profile: row.profile === null ? null : (JSON.parse(row.profile) as ProfileRecord | null),
  };
}

function toUpdate(row: UpdateRow): HeldUpdate {
  return {
    kind: row.kind,
    number: row.number,
    publishedAt: row.published_at,
    links: JSON.parse(row.links) as string[],
  };
}
