/** Resources of hackathons: one record per hackathon, imported and replaced as a whole. */
import type { ResourcesRecord } from "../contract/records/resource-record.ts";
import { canonicalJson } from "../digest/content-digest.ts";
import type { Changes } from "./changes.ts";
import { mentionHackathon } from "./hackathons.ts";
import type { Outcome } from "./outcome.ts";
import type { CatalogDb } from "./tables.ts";

export interface CatalogResources {
  record: ResourcesRecord;
  /** When an import last changed the record. */
  importedAt: string;
}

export async function readResources(db: CatalogDb, hackathon: string): Promise<CatalogResources | null> {
  const row = await db
    .selectFrom("resources")
    .selectAll()
    .where("hackathon", "=", hackathon)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { record: JSON.parse(row.record) as ResourcesRecord, importedAt: row.imported_at };
}

/** Slugs of the hackathons that have resources. */
export async function listResourceHackathons(db: CatalogDb): Promise<string[]> {
  const rows = await db.selectFrom("resources").select("hackathon").orderBy("hackathon").execute();
  return rows.map(({ hackathon }) => hackathon);
}

/** Replaces the hackathon's resources; creates the hackathon when it is unknown. */
export async function saveResources(
  db: CatalogDb,
  { record, now }: { record: ResourcesRecord; now: string },
  changes: Changes,
): Promise<Outcome> {
  const { hackathon } = record;
  const before = await readResources(db, hackathon);
  if (before !== null && canonicalJson(before.record) === canonicalJson(record)) return "unchanged";
  await mentionHackathon(db, { slug: hackathon, name: null, startDate: null, projects: [] }, changes);
  const row = { record: JSON.stringify(record), imported_at: now };
  await db
    .insertInto("resources")
    .values({ hackathon, ...row })
    .onConflict((conflict) => conflict.column("hackathon").doUpdateSet(row))
    .execute();
  changes.mark();
  return before === null ? "inserted" : "updated";
}

/** False when there were none. */
export async function deleteResources(db: CatalogDb, hackathon: string, changes: Changes): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("resources")
    .where("hackathon", "=", hackathon)
    .executeTakeFirst();
  if (numDeletedRows > 0n) changes.mark();
  return numDeletedRows > 0n;
}
