/** A lock over all servers of a PostgreSQL database, held by a connection of its own. */

import type { HeldLock } from "./held-lock.ts";
import type { PostgresLocation } from "./location.ts";

/** Null while another connection holds the lock. Throws StorageError when the database cannot be reached. */
export async function takeAdvisoryLock(location: PostgresLocation, name: string): Promise<HeldLock | null> {
  // Loaded lazily: SQLite, the default, does not need it.
  const { lockOnConnection } = await import("./postgres/lock-connection.ts");
  return lockOnConnection(location, name);
}
