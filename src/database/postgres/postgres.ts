/** Opens a schema of a PostgreSQL database behind Kysely. */
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  replaceWithNoncontingentExpression,
} from "kysely";
import { describeLocation, type PostgresLocation } from "../location.ts";
import { openPool } from "./pool.ts";
import { PostgresDriver } from "./postgres-driver.ts";
import { checkServer } from "./server-version.ts";

/** Throws StorageError when the database cannot be used, or an Error that says what it lacks. */
export async function openPostgres<DB>(location: PostgresLocation, lockWaitMs: number): Promise<Kysely<DB>> {
  const pool = openPool(location, lockWaitMs);
  const what = describeLocation(location);
  const db = new Kysely<DB>({
    dialect: {
      createDriver: () => new PostgresDriver({ pool, what, schema: location.schema }),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (one) => new PostgresIntrospector(one),
    },
    // SQLite accepts an empty list, PostgreSQL does not.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  try {
    await checkServer(db, location);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
