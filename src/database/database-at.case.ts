/** For tests that run over both dialects: databases by path. */
import { createHash } from "node:crypto";
import { beforeEach, inject } from "vitest";
import type { DatabaseLocation, PostgresLocation } from "./location.ts";

/** The project named postgres runs the tests of stores once more, over PostgreSQL. */
export const onPostgres = process.env.VITEST_DIALECT === "postgres";

if (onPostgres)
  beforeEach((context) => {
    if (inject("postgresPort") === null) context.skip("PostgreSQL is not installed");
  });

/** The SQLite file at the path, or a schema of its own on PostgreSQL: the same for the same path. */
export function databaseAt(path: string): DatabaseLocation {
  return onPostgres ? postgresAt(path) : path;
}

export function postgresAt(path: string): PostgresLocation {
  return {
    host: "127.0.0.1",
    port: inject("postgresPort")!,
    database: "postgres",
    user: "priorart",
    password: null,
    tls: null,
    pool: 5,
    schema: `t${createHash("sha256").update(path).digest("hex").slice(0, 16)}`,
    migrate: true,
  };
}
