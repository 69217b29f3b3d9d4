/** Progress of file imports, so that an interrupted import resumes where it left off. */
import type { CatalogDb, CatalogTables } from "./tables.ts";

export interface ImportRun {
  /** Identifies the file's state, the map and the options: equal only when the same records would be read. */
  fingerprint: string;
  kind: string;
  file: string;
  /** Id of the lock that the importing process holds while it runs. */
  holder: string;
  /** Every line up to this one is in the catalog or in the rejects file. */
  committedLine: number;
  rejected: number;
  rejectsFile: string | null;
  /** Length of the rejects file at `committedLine`: the rest belongs to lines that will be read again. */
  rejectsBytes: number;
  startedAt: string;
  finishedAt: string | null;
}

/** Number of finished runs kept as history. */
const KEPT = 200;

export async function findUnfinishedRun(db: CatalogDb, fingerprint: string): Promise<ImportRun | null> {
  const row = await db
    .selectFrom("import_run")
    .selectAll()
    .where("fingerprint", "=", fingerprint)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

/** Newest first. */
export async function listRuns(db: CatalogDb, limit: number): Promise<ImportRun[]> {
  const rows = await db
    .selectFrom("import_run")
    .selectAll()
    .orderBy("started_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

export async function saveRun(db: CatalogDb, run: ImportRun): Promise<void> {
  const row = toRow(run);
  await db
    .insertInto("import_run")
    .values(row)
    .onConflict((conflict) => conflict.column("fingerprint").doUpdateSet(row))
    .execute();
  if (run.finishedAt !== null) await forgetOldRuns(db);
}

async function forgetOldRuns(db: CatalogDb): Promise<void> {
  const kept = db
    .selectFrom("import_run")
    .select("fingerprint")
    .where("finished_at", "is not", null)
    .orderBy("finished_at", "desc")
    .limit(KEPT);
  await db
    .deleteFrom("import_run")
    .where("finished_at", "is not", null)
    .where("fingerprint", "not in", kept)
    .execute();
}

function toRow(run: ImportRun): CatalogTables["import_run"] {
  return {
    fingerprint: run.fingerprint,
    kind: run.kind,
    file: run.file,
    holder: run.holder,
    committed_line: run.committedLine,
    rejected: run.rejected,
    rejects_file: run.rejectsFile,
    rejects_bytes: run.rejectsBytes,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
  };
}

function fromRow(row: CatalogTables["import_run"]): ImportRun {
  return {
    fingerprint: row.fingerprint,
    kind: row.kind,
    file: row.file,
    holder: row.holder,
    committedLine: row.committed_line,
    rejected: row.rejected,
    rejectsFile: row.rejects_file,
    rejectsBytes: row.rejects_bytes,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
