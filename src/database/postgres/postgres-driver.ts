/**
 * Kysely over a pool of connections. Transactions that write hold a lock of their schema until they end, so that they
 * run one after the other over all servers, as they do on a SQLite file: each may read and then write what it concluded.
 */
import { createHash } from "node:crypto";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from "kysely";
import pg from "pg";
import { toSqlParameter } from "../parameters.ts";
import { isConnectionLost, postgresError } from "./postgres-error.ts";

export interface PostgresDriverOptions {
  pool: pg.Pool;
  /** Names the database in messages. */
  what: string;
  schema: string;
}

/** How long a statement waits for a server that is restarting. */
const RESTART_MS = 2_000;
const RETRY_MS = 100;

const { DatabaseError } = pg;

const counted = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** A lock's number: 63 bits of its name's digest, in decimal. */
export function lockNumber(name: string): string {
  return (createHash("sha256").update(name).digest().readBigUInt64BE() >> 1n).toString();
}

class PostgresConnection implements DatabaseConnection {
  #client: pg.PoolClient;
  readonly #options: PostgresDriverOptions;
  inTransaction = false;
  /** No statement may follow: the connection is closed when it is released. */
  #broken = false;
  /** Between the loss of a client and the next. */
  #isReleased = false;

  constructor(client: pg.PoolClient, options: PostgresDriverOptions) {
    this.#client = client;
    this.#options = options;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(toSqlParameter);
    const { command, rowCount, rows } = await this.#retried(sql, () => this.#client.query(sql, values));
    return {
      rows,
      ...(counted.has(command) && rowCount !== null && { numAffectedRows: BigInt(rowCount) }),
    };
  }

  async *streamQuery<R>(
    { sql, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    const { default: Cursor } = await import("pg-cursor");
    const cursor = this.#client.query(new Cursor<R>(sql, parameters.map(toSqlParameter)));
    try {
      for (;;) {
        const rows = await cursor.read(chunkSize);
        if (rows.length === 0) return;
        yield { rows };
      }
    } catch (error) {
      throw postgresError(error, this.#options.what);
    } finally {
      await cursor.close();
    }
  }

  release(): void {
    if (!this.#isReleased) this.#client.release(this.#broken);
  }

  /** A read outside transactions that meets a restart is repeated; a write may have been done. */
  async #retried<T>(sql: string, query: () => Promise<T>): Promise<T> {
    try {
      return await query();
    } catch (error) {
      const { pool, what } = this.#options;
      this.#broken = !(error instanceof DatabaseError) || isConnectionLost(error);
      if (this.inTransaction || !/^\s*select\b/i.test(sql) || !isConnectionLost(error))
        throw postgresError(error, what);
      // First, so that it leaves its place in the pool to the next.
      this.#client.release(true);
      this.#isReleased = true;
      this.#client = await connect(pool, what);
      this.#isReleased = false;
      this.#broken = false;
      return query().catch((second: unknown) => {
        this.#broken = true;
        throw postgresError(second, what);
      });
    }
  }
}

export class PostgresDriver implements Driver {
  readonly #options: PostgresDriverOptions;
  readonly #writeLock: string;
  #ended: Promise<void> | null = null;

  constructor(options: PostgresDriverOptions) {
    this.#options = options;
    this.#writeLock = lockNumber(`priorart write ${options.schema}`);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const { pool, what } = this.#options;
    return new PostgresConnection(await connect(pool, what), this.#options);
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    connection.inTransaction = true;
    if (settings.accessMode === "read only") {
      await execute(connection, "begin isolation level repeatable read read only");
      return;
    }
    await execute(connection, "begin");
    try {
      await execute(connection, `select pg_advisory_xact_lock(${this.#writeLock})`);
    } catch (error) {
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await execute(connection, "commit");
    connection.inTransaction = false;
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await execute(connection, "rollback");
    connection.inTransaction = false;
  }

  async destroy(): Promise<void> {
    this.#ended ??= this.#options.pool.end();
    await this.#ended;
  }
}

async function execute(connection: PostgresConnection, sql: string): Promise<void> {
  await connection.executeQuery({ sql, parameters: [] } as unknown as CompiledQuery);
}

/** A connection, waiting for a server that is restarting. */
async function connect(pool: pg.Pool, what: string): Promise<pg.PoolClient> {
  const deadline = performance.now() + RESTART_MS;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() >= deadline) throw postgresError(error, what);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
