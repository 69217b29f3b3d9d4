import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copySqlite } from "./copy-sqlite.ts";
import { isOpenElsewhere, schemaVersionOf } from "./sqlite-file.ts";

let folder: string;
let database: Database.Database;
const at = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-copy-"));
  database = new Database(at("it's.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("user_version = 7");
  database.exec("create table entry (text text); insert into entry values ('one')");
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = (path: string) => {
  const copy = new Database(path);
  const { n } = copy.prepare("select count(*) as n from entry").get() as { n: number };
  copy.close();
  return n;
};

describe("a copy", () => {
  it("holds what is committed, and the schema version, while a writer is in a transaction", async () => {
    database.exec("begin immediate; insert into entry values ('two')");
    await copySqlite(at("it's.db"), at("a copy's.db"));
    database.exec("commit");
    expect([rowsOf(at("a copy's.db")), schemaVersionOf(at("a copy's.db"))]).toEqual([1, 7]);
    await copySqlite(at("it's.db"), at("second.db"));
    expect(rowsOf(at("second.db"))).toBe(2);
  });

  it("is interrupted by a signal, with its reason", async () => {
    database.exec(`insert into entry with recursive n (i) as (select 1 union all select i + 1 from n where i < 40000)
      select hex(zeroblob(500)) from n`);
    const controller = new AbortController();
    const copying = copySqlite(at("it's.db"), at("copy.db"), controller.signal);
    controller.abort(new Error("interrupted"));
    await expect(copying).rejects.toThrow("interrupted");
    await expect(copySqlite(at("it's.db"), at("never.db"), controller.signal)).rejects.toThrow("interrupted");
    expect(existsSync(at("never.db"))).toBe(false);
  });

  it("of a file that is not a database fails, naming it", async () => {
    await writeFile(at("other.db"), "no database ".repeat(1_000));
    await expect(copySqlite(at("other.db"), at("copy.db"))).rejects.toThrow(/other\.db cannot be copied: /);
  });
});

it("a database is open elsewhere while another process has it open, idle too", async () => {
  await copySqlite(at("it's.db"), at("held.db"));
  const holder = spawn(
    process.execPath,
    [
      "-e",
      `const database = new (require(${JSON.stringify(createRequire(import.meta.url).resolve("libsql"))}))(process.argv[1]);
      database.pragma("journal_mode = WAL");
      console.log(database.prepare("select * from entry").all().length);
      process.stdin.resume();`,
      at("held.db"),
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  await once(holder.stdout, "data");
  expect(isOpenElsewhere(at("held.db"))).toBe(true);
  const ended = once(holder, "exit");
  holder.kill();
  await ended;
  expect(isOpenElsewhere(at("held.db"))).toBe(false);
});
