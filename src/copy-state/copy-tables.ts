/** Copies the tables of one database into another, whatever their dialects, and compares them. */
import { type ControlledTransaction, type Kysely, sql } from "kysely";
import { continueIdentity } from "../database/dialect.ts";
import { type Row, RowsFingerprint } from "./fingerprint.ts";
import type { CopiedTable } from "./tables.ts";

/** Tables are known only at run time here. */
export type AnyTables = Record<string, Row>;

/** Rows of one statement: documents are large. */
const ROWS = 50;

export interface TableReport {
  table: string;
  rows: number;
  /** SHA-256 based, equal in source and target. */
  digest: string;
}

export class CopyError extends Error {
  override readonly name = "CopyError";
}

export interface CopyOptions {
  signal: AbortSignal;
  /** Called with the table and the number of its rows copied so far. */
  onProgress?(table: string, rows: number): void;
}

/** Throws CopyError when a table of `db` contains rows, naming it and the database (`what`). */
export async function requireEmpty(
  db: Kysely<AnyTables>,
  tables: readonly CopiedTable[],
  what: string,
): Promise<void> {
  for (const { name } of tables) {
    let query = db.selectFrom(name).select(sql`1`.as("one")).limit(1);
    // A new catalog contains its change counter.
    if (name === "state") query = query.where("name", "!=", "changes");
    if ((await query.executeTakeFirst()) !== undefined)
      throw new CopyError(
        `${what} is not empty (its table ${name} has rows): copy into a new database, or drop what it holds first`,
      );
  }
}

/** Within a transaction of each. Throws CopyError when what was read back differs from what was read. */
export async function copyTables(
  { from, to }: { from: ControlledTransaction<AnyTables>; to: ControlledTransaction<AnyTables> },
  tables: readonly CopiedTable[],
  { signal, onProgress }: CopyOptions,
): Promise<TableReport[]> {
  const reports: TableReport[] = [];
  for (const table of tables) {
    // A new catalog contains its change counter.
    if (table.name === "state") await to.deleteFrom("state").execute();
    const read = new RowsFingerprint();
    let batch: Row[] = [];
    const write = async () => {
      if (batch.length > 0) await to.insertInto(table.name).values(batch).execute();
      batch = [];
      onProgress?.(table.name, read.rows);
    };
    for await (const row of rowsOf(from, table)) {
      signal.throwIfAborted();
      read.add(row);
      batch.push(row);
      if (batch.length === ROWS) await write();
    }
    await write();
    if (table.numbered !== undefined) await continueIdentity(to, table.name, table.numbered);
    const written = new RowsFingerprint();
    for await (const row of rowsOf(to, table)) {
      signal.throwIfAborted();
      written.add(row);
    }
    if (written.rows !== read.rows || written.digest() !== read.digest())
      throw new CopyError(
        `the copy of the table ${table.name} differs: ${read.rows} rows were read, and ${written.rows} written; nothing was kept`,
      );
    reports.push({ table: table.name, rows: read.rows, digest: read.digest() });
  }
  return reports;
}

/** PostgreSQL's order of creation is a column; in the copy it is assigned again. */
async function* rowsOf(db: Kysely<AnyTables>, { name, ordered }: CopiedTable): AsyncIterable<Row> {
  let query = db.selectFrom(name).selectAll();
  if (ordered) query = query.orderBy(sql`rowid`);
  for await (const row of query.stream(ROWS)) {
    const { rowid: _, ...columns } = row;
    yield columns;
  }
}
