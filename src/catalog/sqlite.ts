/**
 * Opens a SQLite file (libsql) behind Kysely. libsql resembles better-sqlite3 closely enough for Kysely's own
 * dialect; the differences are bridged here: a parameter of a type it does not know aborts the whole process,
 * blobs come back as ArrayBuffer, and a text holding NUL is read back cut at it. Worst: a prepared statement
 * that fails with SQLITE_BUSY stays open until it is garbage collected, and what the connection "commits" after
 * it is lost. So every write runs between a BEGIN IMMEDIATE and a COMMIT sent by `exec`, which cleans up after
 * itself, and only there can the lock be refused.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from "kysely";
import LibsqlDatabase from "libsql";

export interface SqliteOptions {
  /** How long a statement waits for another process's write before SQLITE_BUSY, in milliseconds. */
  busyTimeoutMs?: number;
  /** Page size of a new file, in bytes; a power of two from 512 to 65,536. */
  pageSize?: number;
}

/**
 * A database in write-ahead-log mode with full sync: what a commit acknowledged survives a kill or a power cut.
 * The file is made when missing (its folder too) and readable by its owner alone. Transactions take the write
 * lock when they begin, unless their access mode is "read only". Throws an Error naming the file when it is no
 * database. Open a file only once per process: a transaction that waits between its statements would make a
 * second connection of the same thread wait for ever.
 */
export async function openSqlite<DB>(path: string, options: SqliteOptions = {}): Promise<Kysely<DB>> {
  makePrivateFile(path);
  const database = openDatabase(path, options);
  sayWhenFull(database, path);
  return new Kysely<DB>({ dialect: new LibsqlDialect(database) });
}

function openDatabase(path: string, options: SqliteOptions): LibsqlDatabase.Database {
  const { busyTimeoutMs = 30_000, pageSize = 4096 } = options;
  try {
    const database = new LibsqlDatabase(path);
    for (const setting of [
      `busy_timeout = ${busyTimeoutMs}`,
      `page_size = ${pageSize}`,
      "journal_mode = WAL",
      "synchronous = FULL",
      "foreign_keys = ON",
      "cache_size = -16000",
      "temp_store = MEMORY",
    ]) {
      database.pragma(setting);
    }
    return database;
  } catch (error) {
    throw new Error(`${path} cannot be opened as a SQLite database: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** A full disk is the one failure of writing that whoever runs this can mend: it is said as such. */
function sayWhenFull(database: LibsqlDatabase.Database, path: string): void {
  const explained = <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
    function (this: unknown, ...args: Args): Result {
      try {
        return run.apply(this, args);
      } catch (error) {
        if ((error as { code?: string }).code !== "SQLITE_FULL") throw error;
        throw new Error(`${path} cannot be written: the disk is full; free some space and run this again`, {
          cause: error,
        });
      }
    };
  const prepare = database.prepare.bind(database);
  database.exec = explained(database.exec.bind(database));
  database.prepare = ((sql: string) => {
    const statement = prepare(sql);
    statement.run = explained(statement.run.bind(statement));
    statement.all = explained(statement.all.bind(statement));
    return statement;
  }) as typeof database.prepare;
}

function makePrivateFile(path: string): void {
  if (path === ":memory:") return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives the log beside the file the file's own mode, so making it first is enough.
  // Only a new one is opened here: when any handle of a file is closed, POSIX drops all locks that the process has on it.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

class LibsqlDialect extends SqliteDialect {
  readonly #database: LibsqlDatabase.Database;

  constructor(database: LibsqlDatabase.Database) {
    super({ database: adapt(database) });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database);
  }
}

/**
 * A deferred transaction that reads first and writes later fails at once, without waiting, when another process
 * wrote in between; taking the write lock at the start lets busy_timeout do its work.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: LibsqlDatabase.Database;

  constructor(database: LibsqlDatabase.Database) {
    super({ database: adapt(database) });
    this.#database = database;
  }

  override async beginTransaction(_: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    this.#database.exec(settings?.accessMode === "read only" ? "begin" : "begin immediate");
  }

  override async commitTransaction(): Promise<void> {
    this.#database.exec("commit");
  }

  override async rollbackTransaction(): Promise<void> {
    // A full disk has rolled back already; a second ROLLBACK would hide that first error.
    if (this.#database.inTransaction) this.#database.exec("rollback");
  }

  override async destroy(): Promise<void> {
    if (this.#database.open) this.#database.close();
  }
}

function adapt(database: LibsqlDatabase.Database): SqliteDatabase {
  return {
    close: () => void database.close(),
    prepare(sql: string): SqliteStatement {
      const statement = database.prepare(sql);
      const run = <T>(action: () => T): T => (isWrite(sql) ? inTransaction(database, action) : action());
      return {
        reader: statement.reader,
        all: (parameters) => run(() => (statement.all(parameters.map(toSql)) as Row[]).map(fromSql)),
        run: (parameters) => run(() => statement.run(parameters.map(toSql))),
        *iterate(parameters) {
          for (const row of statement.iterate(parameters.map(toSql))) yield fromSql(row as Row);
        },
      };
    },
  };
}

function inTransaction<T>(database: LibsqlDatabase.Database, action: () => T): T {
  if (database.inTransaction) return action();
  database.exec("begin immediate");
  try {
    const result = action();
    database.exec("commit");
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec("rollback");
    throw error;
  }
}

function isWrite(sql: string): boolean {
  return /^\s*(insert|update|delete|replace|create|drop|alter|with\b.*\b(insert|update|delete|replace)\b)/is.test(
    sql,
  );
}

function toSql(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (Buffer.isBuffer(value)) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(
    `a ${typeof value} cannot be an SQL parameter: pass text, number, boolean, null or bytes`,
  );
}

type Row = Record<string, unknown>;

function fromSql(row: Row): Row {
  for (const name in row) {
    const value = row[name];
    if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
  }
  return row;
}
