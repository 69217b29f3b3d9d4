import { type Kysely, sql } from "kysely";
import { describeServer, type PostgresLocation } from "../location.ts";
import { StorageError } from "../storage-error.ts";

/** The oldest release that its developers still maintain. */
const OLDEST = 14;

/** Throws StorageError for a server or database that cannot store ours; creates the schema where that is allowed. */
export async function checkServer<DB>(db: Kysely<DB>, location: PostgresLocation): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string; found: boolean }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      to_regnamespace(${location.schema}) is not null as found`.execute(db);
  const { version, encoding, found } = rows[0]!;
  const server = describeServer(location);
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST)
    throw new StorageError(`the database ${server} is PostgreSQL ${major}; ${OLDEST} or newer is needed`);
  if (encoding !== "UTF8")
    throw new StorageError(
      `the database ${server} has the encoding ${encoding}; create one with createdb --encoding UTF8 --template template0`,
    );
  if (found || !location.migrate) return;
  // In a transaction: two that create it at once would fail.
  await db
    .transaction()
    .execute((trx) => sql`create schema if not exists ${sql.id(location.schema)}`.execute(trx));
}
