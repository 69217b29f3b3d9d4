/** Changes rows of a data directory's accounts.db that no command changes: the way to make time pass. */
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

/** Writes everything into the database file itself, so that the file alone can be copied. */
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

/** Makes the member one who only said that the address is theirs, as after a sign-up by domain. */
export function doubtAddress(data: string, email: string): void {
  withAccounts(data, (database) => {
    const { changes } = database.prepare("update member set email_verified = 0 where email = ?").run(email);
    if (changes === 0) throw new Error(`there is no member ${email}`);
  });
}

/** Lets every open window of the limits end at the given time. Only while no server runs. */
export function endLimitWindows(data: string, at: number): void {
  withAccounts(data, (database) => database.prepare("update limit_window set ends_at = ?").run(at));
}

/** Lets every open hour of the limits end at the given time. Only while no server runs. */
export function endLimitHours(data: string, at: number): void {
  withAccounts(data, (database) => database.prepare("update limit_counter set expire = ?").run(at));
}

/** Takes a table away from under a running server, or gives it back. */
export function renameTable(data: string, names: { from: string; to: string }): void {
  withAccounts(data, (database) => database.exec(`alter table ${names.from} rename to ${names.to}`));
}

/** As if the time for which a killed server holds its lease had passed. Only while no server runs. */
export function endLeases(data: string): void {
  withAccounts(data, (database) => database.prepare("update lease set expires_at = 0").run());
}

/** Lets every escalation that waits be tried at once. Only while no server runs. */
export function makeEscalationsDue(data: string): void {
  withAccounts(data, (database) => database.prepare("update escalation set next_attempt_at = 0").run());
}

/** Everything the file holds, as text: to look for what must not be stored. */
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

/** Holds the write lock of the file, as another process in the middle of a transaction does; returns what ends it. */
export function lockAccounts(data: string): () => void {
  const database = new Database(join(data, "accounts.db"));
  database.pragma("busy_timeout = 5000");
  database.exec("begin immediate");
  return () => {
    database.exec("rollback");
    database.close();
  };
}
