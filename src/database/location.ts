/** Where a database is: the path of a SQLite file, or a PostgreSQL server. */
export type DatabaseLocation = string | PostgresLocation;

/** How a PostgreSQL database is reached. */
export interface PostgresSettings {
  /** Host name, address, or the folder of a Unix socket. */
  host: string;
  port: number;
  database: string;
  user: string;
  password: string | null;
  /** Null: unencrypted. `verify`: the certificate must be valid for the host; `ca`: PEM of who may sign it. */
  tls: { verify: boolean; ca: string | null } | null;
  /** Most connections of one process, for each schema. */
  pool: number;
}

/** One schema of a PostgreSQL database: it contains what a SQLite file contains. */
export interface PostgresLocation extends PostgresSettings {
  /** `[a-z_][a-z0-9_]*`. */
  schema: string;
  /** Applies pending migrations when it is opened; without it, a schema that lacks some is refused. */
  migrate: boolean;
}

/** Names a database in messages, without its password. */
export function describeLocation(location: DatabaseLocation): string {
  if (typeof location === "string") return location;
  const { host, port, database, schema } = location;
  return `schema ${schema} of the database ${describeServer({ host, port, database })}`;
}

export function describeServer({
  host,
  port,
  database,
}: Pick<PostgresSettings, "host" | "port" | "database">): string {
  return `${database} at ${host.includes(":") ? `[${host}]` : host}:${port}`;
}
