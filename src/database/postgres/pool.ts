/** Connections to one schema. */
import pg from "pg";
import type { PostgresLocation, PostgresSettings } from "../location.ts";

/** How long a new connection may take to be made. */
const CONNECT_MS = 5_000;
/** Longer than any statement of ours takes, unless the server no longer answers. */
const STATEMENT_MS = 120_000;

const INT8 = 20;
const NUMERIC = 1700;
const BYTEA = 17;

/** Whole numbers are below 2^53. Bytes are copied: those of a Buffer may start where floats may not. */
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  [BYTEA]: (text) => Uint8Array.from(Buffer.from(text.slice(2), "hex")),
};

const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

/** What every connection has in common. */
export function clientSettings(settings: PostgresSettings): pg.ClientConfig {
  const { host, port, database, user, password, tls } = settings;
  return {
    host,
    port,
    database,
    user,
    // A function, so that it is in no object that could be printed.
    password: () => password ?? "",
    ssl: tls === null ? false : { rejectUnauthorized: tls.verify, ...(tls.ca !== null && { ca: tls.ca }) },
    types,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: "priorart",
  };
}

/**
 * A server's session settings: where its tables are, how long a write waits for another, and how soon the locks of a
 * host that has vanished are released.
 */
function sessionOptions(schema: string, lockWaitMs: number): string {
  const settings = {
    search_path: schema,
    lock_timeout: lockWaitMs,
    idle_in_transaction_session_timeout: 60_000,
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
    // Which plan is best hardly depends on the values, and no statement here is worth compiling.
    jit: "off",
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

export function openPool(location: PostgresLocation, lockWaitMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...clientSettings(location),
    max: location.pool,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    query_timeout: STATEMENT_MS,
    options: sessionOptions(location.schema, lockWaitMs),
  });
  // A connection that breaks while no statement runs on it is replaced; the next statement reports what is wrong.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}
