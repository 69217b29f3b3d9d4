/** The audit log: who did what to what, and when. It never contains queries, tokens or texts that people wrote. */
import { type RawBuilder, sql } from "kysely";
import { auditActionNames, auditActions } from "../contract/api/console/audit-actions.ts";
import { containsText } from "../database/dialect.ts";
import type { AccountsDb } from "./tables.ts";
import type { AuditEntry, AuditLog } from "./types.ts";

/** Older entries are deleted. */
export const AUDIT_KEPT = 10_000;
/** Characters kept of a target or a detail. */
const MAX_TEXT = 300;

/** `now`: milliseconds since 1970. */
export function createAuditLog(db: AccountsDb, now: () => number): AuditLog {
  return {
    record: ({ actor, via, action, target = null, detail = null }) =>
      db.transaction().execute(async (tx) => {
        const { id } = await tx
          .insertInto("audit_entry")
          .values({ at: now(), actor, via, action, target: cut(target), detail: cut(detail) })
          .returning("id")
          .executeTakeFirstOrThrow();
        await tx
          .deleteFrom("audit_entry")
          .where("id", "<=", id - AUDIT_KEPT)
          .execute();
      }),
    list: (page) => listAudit(db, page),
  };
}

const cut = (text: string | null): string | null =>
  text && [...text.slice(0, 2 * MAX_TEXT)].slice(0, MAX_TEXT).join("");

/** Entries with a text that contains this, which is from `lowerAscii`, or with an action whose name in the console does. */
function matching(text: string): RawBuilder<boolean> {
  const named = auditActions.filter((action) => auditActionNames[action].toLowerCase().includes(text));
  const texts = sql.join(
    [
      sql.ref("actor"),
      sql.ref("action"),
      sql`coalesce(target, '')`,
      sql`coalesce(detail, '')`,
      sql`case via when 'command' then 'command line' else '' end`,
    ],
    sql` || ${"\n"} || `,
  );
  const inText = containsText(sql`lower(${texts})`, text);
  return named.length === 0 ? inText : sql<boolean>`(${inText} or action in (${sql.join(named)}))`;
}

/** As `lower` does in both databases: of other letters the case must be as it was recorded. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

async function listAudit(
  db: AccountsDb,
  { offset, limit, search = "" }: { offset: number; limit: number; search?: string },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const matches = matching(lowerAscii(search.trim()));
  const { total } = await db
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(matches)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("audit_entry")
    .selectAll()
    .where(matches)
    // In the order of recording: the clock may have been changed in between.
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { entries: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), total };
}
