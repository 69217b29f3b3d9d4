import pg from "pg";
import type { HeldLock } from "../held-lock.ts";
import { describeLocation, type PostgresLocation } from "../location.ts";
import { clientSettings } from "./pool.ts";
import { lockNumber } from "./postgres-driver.ts";
import { postgresError } from "./postgres-error.ts";

/** See `takeAdvisoryLock`. */
export async function lockOnConnection(location: PostgresLocation, name: string): Promise<HeldLock | null> {
  const lost = new AbortController();
  // A host that vanished must not keep its lock.
  const keepalive = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";
  const client = new pg.Client({ ...clientSettings(location), options: keepalive });
  const lose = () =>
    lost.abort(new Error("the connection to PostgreSQL that holds the lock broke; run this again"));
  client.on("error", lose);
  try {
    await client.connect();
    const { rows } = await client.query("select pg_try_advisory_lock($1::bigint) as taken", [
      lockNumber(`priorart ${name} ${location.schema}`),
    ]);
    if (rows[0].taken !== true) {
      await client.end();
      return null;
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw postgresError(error, describeLocation(location));
  }
  client.on("end", lose);
  return {
    lost: lost.signal,
    release: async () => {
      client.off("end", lose);
      // The server releases what a session holds when it ends.
      await client.end().catch(() => {});
    },
  };
}
