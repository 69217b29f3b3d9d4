/** Scans of projects' repositories: the latest of each project, including failed ones. */
import type { Changes } from "./changes.ts";
import type { Outcome } from "./outcome.ts";
import type { CatalogDb, CatalogTables } from "./tables.ts";
import type { CatalogScan, ScanOutcome } from "./types.ts";

/** A summary is up to 48 KB. */
const PAGE = 200;

type Row = CatalogTables["scan"];

/** All by slug, one page at a time: no read transaction stays open while the caller works. */
export async function* readScans(db: CatalogDb): AsyncIterable<CatalogScan[]> {
  let after: string | null = null;
  for (;;) {
    let query = db.selectFrom("scan").selectAll().orderBy("project").limit(PAGE);
    if (after !== null) query = query.where("project", ">", after);
    const rows: Row[] = await query.execute();
    if (rows.length > 0) yield rows.map(fromRow);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.project;
  }
}

export async function readScan(db: CatalogDb, slug: string): Promise<CatalogScan | null> {
  const row = await db.selectFrom("scan").selectAll().where("project", "=", slug).executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

type ScanState = Pick<CatalogScan, "slug" | "repository" | "outcome">;

/** States are small, so a page contains many. */
const STATES = 5_000;

export async function* readScanStates(db: CatalogDb): AsyncIterable<ScanState[]> {
  let after = "";
  for (;;) {
    const rows: Pick<Row, "project" | "repository" | "outcome">[] = await db
      .selectFrom("scan")
      .select(["project", "repository", "outcome"])
      .where("project", ">", after)
      .orderBy("project")
      .limit(STATES)
      .execute();
    if (rows.length > 0) {
      yield rows.map(({ project, repository, outcome }) => ({
        slug: project,
        repository,
        outcome: outcome as ScanOutcome,
      }));
    }
    if (rows.length < STATES) return;
    after = rows.at(-1)!.project;
  }
}

/** Inserts or replaces. Throws an Error when the catalog does not contain the project. */
export async function saveScan(db: CatalogDb, scan: CatalogScan, changes: Changes): Promise<Outcome> {
  const project = await db
    .selectFrom("project")
    .select("slug")
    .where("slug", "=", scan.slug)
    .executeTakeFirst();
  if (project === undefined) {
    throw new Error(`the catalog has no project "${scan.slug}": import it before scanning its repository`);
  }
  const next = toRow(scan);
  const now = await db.selectFrom("scan").selectAll().where("project", "=", scan.slug).executeTakeFirst();
  if (now !== undefined && JSON.stringify({ ...now, ...next }) === JSON.stringify(now)) return "unchanged";
  await db
    .insertInto("scan")
    .values(next)
    .onConflict((conflict) => conflict.column("project").doUpdateSet(next))
    .execute();
  changes.mark();
  return now === undefined ? "inserted" : "updated";
}

function toRow(scan: CatalogScan): Row {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    project: scan.slug,
    repository: scan.repository,
    revision: scan.revision,
    captured_at: scan.capturedAt,
    extractor_version: scan.extractorVersion,
    outcome: scan.outcome,
    built_with: json(scan.builtWith),
    repo_summary: json(scan.repoSummary),
  };
}

function fromRow(row: Row): CatalogScan {
  return {
    slug: row.project,
    repository: row.repository,
    revision: row.revision,
    capturedAt: row.captured_at,
    extractorVersion: row.extractor_version,
    outcome: row.outcome as ScanOutcome,
    builtWith: row.built_with === null ? null : (JSON.parse(row.built_with) as CatalogScan["builtWith"]),
    repoSummary:
      row.repo_summary === null ? null : (JSON.parse(row.repo_summary) as CatalogScan["repoSummary"]),
  };
}
