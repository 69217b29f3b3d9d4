/** Projects by slug: the native record as JSON, with its time of first import. */
import type { ProjectRecord } from "../contract/records/project-record.ts";
import { portions } from "./portions.ts";
import type { CatalogDb, CatalogTables } from "./tables.ts";
import type { CatalogProject } from "./types.ts";

const PAGE = 500;
const ROWS_PER_INSERT = 50;

/** All projects by slug, one page at a time: no read transaction stays open while the caller works. */
export async function* readProjects(db: CatalogDb): AsyncIterable<CatalogProject[]> {
  let after: string | null = null;
  for (;;) {
    let query = db.selectFrom("project").selectAll().orderBy("slug").limit(PAGE);
    if (after !== null) query = query.where("slug", ">", after);
    const rows: CatalogTables["project"][] = await query.execute();
    if (rows.length > 0) yield rows.map(fromRow);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.slug;
  }
}

export async function projectHashes(db: CatalogDb, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("project")
    .select(["slug", "content_hash"])
    .where("slug", "in", slugs)
    .execute();
  return new Map(rows.map((row) => [row.slug, row.content_hash]));
}

export interface ProjectToSave {
  record: ProjectRecord;
  hackathonSlug: string;
  contentHash: string;
}

/** Inserts or replaces. `createdAt` is the record's own, else the time of first import (`now` for a new project). */
export async function saveProjects(
  db: CatalogDb,
  projects: readonly ProjectToSave[],
  now: string,
): Promise<void> {
  const given = projects.filter(({ record }) => record.createdAt);
  const without = projects.filter(({ record }) => !record.createdAt);
  for (const rows of [given, without])
    for (const part of portions(rows, ROWS_PER_INSERT)) await savePart(db, part, now);
}

/** Either all records give their time of creation, or none does. */
async function savePart(db: CatalogDb, projects: readonly ProjectToSave[], now: string): Promise<void> {
  const rows = projects.map(({ record, hackathonSlug, contentHash }) => ({
    slug: record.slug,
    hackathon: hackathonSlug,
    record: JSON.stringify(record),
    created_at: record.createdAt ?? now,
    content_hash: contentHash,
  }));
  await db
    .insertInto("project")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("slug").doUpdateSet((eb) => ({
        hackathon: eb.ref("excluded.hackathon"),
        record: eb.ref("excluded.record"),
        content_hash: eb.ref("excluded.content_hash"),
        ...(projects[0]?.record.createdAt && { created_at: eb.ref("excluded.created_at") }),
      })),
    )
    .execute();
}

/** Whether the project existed. */
export async function deleteProject(db: CatalogDb, slug: string): Promise<boolean> {
  const result = await db.deleteFrom("project").where("slug", "=", slug).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function fromRow(row: CatalogTables["project"]): CatalogProject {
  return {
    slug: row.slug,
    hackathonSlug: row.hackathon,
    record: JSON.parse(row.record) as ProjectRecord,
    createdAt: row.created_at,
    contentHash: row.content_hash,
  };
}
