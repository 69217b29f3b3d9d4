/**
 * Kysely over one libsql connection. A write waits for another process's write lock between turns of the event loop and
 * releases the connection meanwhile, so a locked file does not block reads.
 *
 * Works around differences between libsql and better-sqlite3: a parameter of an unknown type aborts the process, blobs
 * are returned as ArrayBuffer, and text is read only up to its first NUL. A prepared statement that fails with
 * SQLITE_BUSY stays open until it is garbage collected, and later commits of the connection are lost. So every write
 * runs between BEGIN IMMEDIATE and COMMIT sent by `exec`, and only the BEGIN can fail with SQLITE_BUSY.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from "kysely";
import type LibsqlDatabase from "libsql";
import { toSqlParameter } from "../parameters.ts";
import { isLocked, storageError } from "../storage-error.ts";

export interface SqliteDriverOptions {
  database: LibsqlDatabase.Database;
  /** Names the file in messages. */
  path: string;
  /** How long a write waits for another process's write lock before it fails, in milliseconds. */
  lockWaitMs: number;
}

export function sqliteDialect(options: SqliteDriverOptions): Dialect {
  return {
    createDriver: () => new SqliteDriver(options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** First in, first out. */
class Mutex {
  readonly #waiting: (() => void)[] = [];
  #locked = false;

  async lock(): Promise<void> {
    if (this.#locked) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#locked = true;
  }

  unlock(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#locked = false;
    else next();
  }
}

/** Kept at a time. */
const maxStatements = 64;

class SqliteDriver implements Driver, DatabaseConnection {
  readonly #database: LibsqlDatabase.Database;
  readonly #path: string;
  readonly #lockWaitMs: number;
  /** Held by the statement or transaction that uses the connection. */
  readonly #connection = new Mutex();
  /**
   * Of the transaction in progress, by their SQL: a prepared statement takes some kilobytes until it is garbage collected,
   * and a transaction may run the same one for each of its records.
   */
  readonly #statements = new Map<string, LibsqlDatabase.Statement>();
  /** Held by the write that waits for the file's write lock; later writes queue behind it. */
  readonly #writers = new Mutex();

  constructor({ database, path, lockWaitMs }: SqliteDriverOptions) {
    this.#database = database;
    this.#path = path;
    this.#lockWaitMs = lockWaitMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#connection.lock();
    return this;
  }

  async releaseConnection(): Promise<void> {
    this.#connection.unlock();
  }

  /**
   * Takes the write lock immediately unless the access mode is "read only": a deferred transaction that reads first
   * and writes later fails without waiting when another process wrote in between.
   */
  async beginTransaction(_: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    if (settings?.accessMode === "read only") this.#exec("begin");
    else await this.#beginWrite();
  }

  async commitTransaction(): Promise<void> {
    this.#statements.clear();
    this.#exec("commit");
  }

  async rollbackTransaction(): Promise<void> {
    this.#statements.clear();
    // A full disk has already rolled back; a second ROLLBACK would hide the first error.
    if (this.#database.inTransaction) this.#database.exec("rollback");
  }

  /** After what uses the connection: libsql aborts the process when a closed database is asked for its transaction. */
  async destroy(): Promise<void> {
    await this.#connection.lock();
    if (this.#database.open) this.#database.close();
    this.#connection.unlock();
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (!isWrite(sql) || this.#database.inTransaction) return this.#run<R>(sql, parameters);
    await this.#beginWrite();
    try {
      const result = this.#run<R>(sql, parameters);
      await this.commitTransaction();
      return result;
    } catch (error) {
      await this.rollbackTransaction();
      throw error;
    }
  }

  async *streamQuery<R>({ sql, parameters, query }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    if (!SelectQueryNode.is(query)) throw new Error("SQLite streams only select queries");
    const statement = this.#database.prepare(sql);
    for (const row of statement.iterate(parameters.map(toSqlParameter))) yield { rows: [fromSql<R>(row)] };
  }

  #run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    return this.#explained(() => {
      const statement = this.#prepared(sql);
      const values = parameters.map(toSqlParameter);
      if (statement.reader) return { rows: statement.all(values).map((row) => fromSql<R>(row)) };
      const { changes, lastInsertRowid } = statement.run(values);
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
    });
  }

  #prepared(sql: string): LibsqlDatabase.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    if (this.#database.inTransaction && this.#statements.size < maxStatements)
      this.#statements.set(sql, statement);
    return statement;
  }

  #exec(sql: string): void {
    this.#explained(() => this.#database.exec(sql));
  }

  #explained<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw storageError(error, this.#path);
    }
  }

  /** False: another connection holds the write lock. */
  #tryBegin(): boolean {
    try {
      this.#database.exec("begin immediate");
      return true;
    } catch (error) {
      if (isLocked(error)) return false;
      throw storageError(error, this.#path);
    }
  }

  /** Enters and returns with the connection held; between attempts it is released to others. */
  async #beginWrite(): Promise<void> {
    if (this.#tryBegin()) return;
    const deadline = performance.now() + this.#lockWaitMs;
    await this.#lendConnection(() => this.#writers.lock());
    try {
      for (let pause = 1; !this.#tryBegin(); pause = Math.min(2 * pause, 25)) {
        const left = deadline - performance.now();
        if (left <= 0) throw storageError(lockTimeout(), this.#path);
        await this.#lendConnection(() => sleep(Math.min(pause, left)));
      }
    } finally {
      this.#writers.unlock();
    }
  }

  async #lendConnection(wait: () => Promise<void>): Promise<void> {
    this.#connection.unlock();
    await wait();
    await this.#connection.lock();
  }
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const lockTimeout = () => Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });

function isWrite(sql: string): boolean {
  return /^\s*(insert|update|delete|replace|create|drop|alter|with\b.*\b(insert|update|delete|replace)\b)/is.test(
    sql,
  );
}

function fromSql<R>(row: unknown): R {
  const values = row as Record<string, unknown>;
  for (const name in values) {
    const value = values[name];
    if (value instanceof ArrayBuffer) values[name] = new Uint8Array(value);
  }
  return values as R;
}
