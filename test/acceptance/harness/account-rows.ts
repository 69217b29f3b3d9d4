/** Changes rows of accounts.db that no command changes, to simulate the passing of time. */
import { join } from "node:path";
import Database from "libsql";

function withAccounts<T>(data: string, work: (database: Database.Database) => T): T {
  const database = new Database(join(data, "accounts.db"));
  try {
    database.pragma("busy_timeout = 5000");
    return work(database);
  } finally {
    database.close();
  }
}

/** Checkpoints the WAL, so that the database file alone can be copied. */
export function checkpointAccounts(data: string): void {
  withAccounts(data, (database) => database.pragma("wal_checkpoint(TRUNCATE)"));
}

/** Sets columns of the tokens of one member. */
export function changeTokens(
  data: string,
  email: string,
  change: { scopes?: string; expires_at?: number },
): void {
  withAccounts(data, (database) => {
    for (const [column, value] of Object.entries(change)) {
      const sql = `update token set ${column} = ? where member_id = (select id from member where email = ?)`;
      const { changes } = database.prepare(sql).run(value, email);
      if (changes === 0) throw new Error(`${email} has no token`);
    }
  });
}

/** Sets a time of all codes or tokens of applications, or of those that fulfil a condition. */
export function changeGrants(
  data: string,
  table: "oauth_code" | "oauth_token",
  { column, at, where = "true" }: { column: "expires_at" | "used_at"; at: number; where?: string },
): void {
  withAccounts(data, (database) =>
    database.prepare(`update ${table} set ${column} = ? where ${where}`).run(at),
  );
}

/** Makes the member unverified, as after a sign-up by domain. */
export function doubtAddress(data: string, email: string): void {
  withAccounts(data, (database) => {
    const { changes } = database.prepare("update member set email_verified = 0 where email = ?").run(email);
    if (changes === 0) throw new Error(`there is no member ${email}`);
  });
}

/** As two days after the sign-in: the next use of each session extends it. */
export function ageSessions(data: string): void {
  withAccounts(data, (database) =>
    database.prepare("update session set expires_at = expires_at - 2 * 86400000").run(),
  );
}

/** Lets every open window of the limits end at the given time. Only while no server runs. */
export function endLimitWindows(data: string, at: number): void {
  withAccounts(data, (database) => database.prepare("update limit_window set ends_at = ?").run(at));
}

/** Lets every open hour of the limits end at the given time. Only while no server runs. */
export function endLimitHours(data: string, at: number): void {
  withAccounts(data, (database) => database.prepare("update limit_counter set expire = ?").run(at));
}

/** Removes a table under a running server, or restores it. */
export function renameTable(data: string, names: { from: string; to: string }): void {
  withAccounts(data, (database) => database.exec(`alter table ${names.from} rename to ${names.to}`));
}

/** Expires the lease of a killed server. Only while no server runs. */
export function endLeases(data: string): void {
  withAccounts(data, (database) => database.prepare("update lease set expires_at = 0").run());
}

/** Makes every pending escalation due now. Only while no server runs. */
export function makeEscalationsDue(data: string): void {
  withAccounts(data, (database) => database.prepare("update escalation set next_attempt_at = 0").run());
}

/** The whole file as text, to check that secrets are not stored. */
export function dumpAccounts(data: string): string {
  return withAccounts(data, (database) => {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as {
      name: string;
    }[];
    return tables
      .map(({ name }) => JSON.stringify(database.prepare(`select * from "${name}"`).all()))
      .join("\n");
  });
}

/** Holds the write lock of the file, like another process in a transaction; returns a function that releases it. */
export function lockAccounts(data: string): () => void {
  const database = new Database(join(data, "accounts.db"));
  database.pragma("busy_timeout = 5000");
  database.exec("begin immediate");
  return () => {
    database.exec("rollback");
    database.close();
  };
}
