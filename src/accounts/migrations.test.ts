/** Every lookup of accounts.db has an index: members, tokens and feedback may be many. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onPostgres } from "../database/database-at.case.ts";
import { openAccountTables } from "./open-tables.ts";
import type { AccountsDb } from "./tables.ts";

let folder: string;
let db: AccountsDb;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "migrations-"));
  db = await openAccountTables(join(folder, "accounts.db"));
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const rowsOf = async <T>(query: string) => (await sql.raw<T>(query).execute(db)).rows;
const planOf = async (query: string) =>
  (await rowsOf<{ detail: string }>(`explain query plan ${query}`)).map(({ detail }) => detail).join("; ");

const usesIndex = /USING (?:COVERING )?INDEX/;

test.skipIf(onPostgres)(
  "rows that refer to a deleted one are found by an index, and deleted or released",
  async () => {
    const references: string[] = [];
    const tables = await rowsOf<{ name: string }>("select name from sqlite_schema where type = 'table'");
    for (const { name } of tables)
      for (const key of await rowsOf<{ from: string; table: string; on_delete: string }>(
        `pragma foreign_key_list(${name})`,
      )) {
        references.push(`${name}.${key.from} ${key.on_delete}`);
        const plan = await planOf(`select 1 from ${name} where ${key.from} = ''`);
        expect([name, plan]).toEqual([name, expect.stringMatching(usesIndex)]);
      }
    expect(references.sort()).toEqual([
      "escalation.feedback_id CASCADE",
      "feedback.member_id SET NULL",
      "invitation.member_id CASCADE",
      "oauth_code.grant_id CASCADE",
      "oauth_grant.client_id CASCADE",
      "oauth_grant.member_id CASCADE",
      "oauth_token.grant_id CASCADE",
      "saved_search.member_id CASCADE",
      "session.member_id CASCADE",
      "shortlist.member_id CASCADE",
      "shortlist_item.shortlist_id CASCADE",
      "sign_in_method.member_id CASCADE",
      "source_suggestion.member_id SET NULL",
      "token.member_id CASCADE",
    ]);
  },
);

test
  .skipIf(onPostgres)
  .each([
    "select 1 from source_suggestion where state = 'open' order by created_at",
    "select 1 from feedback order by created_at",
    "select 1 from sign_in_state where identifier = ''",
    "select 1 from limit_counter where expire <= 0",
    "select 1 from escalation where delivered_at is null and attempts = 0 and next_attempt_at <= 0",
    "select 1 from token where digest = ''",
    "select 1 from session where token = ''",
  ])("%s uses an index, and sorts nothing", async (query) => {
  const plan = await planOf(query);
  expect(plan).toMatch(usesIndex);
  expect(plan).not.toContain("TEMP B-TREE");
});

test.skipIf(onPostgres)("rules that every release relies on are the table's own", async () => {
  const member = "insert into member (id, email, created_at) values";
  await rowsOf(`${member} ('a', 'a@example.org', 1)`);
  await expect(rowsOf(`${member} ('b', 'a@example.org', 1)`)).rejects.toThrow(/unique/i);
  await expect(rowsOf("update member set role = 'owner'")).rejects.toThrow(/check/i);
  const token = (digest: string, ended: string) =>
    rowsOf(
      `insert into token (digest, member_id, scopes, issued_at, expires_at, ended_at) values ('${digest}', 'a', '', 1, 2, ${ended})`,
    );
  await token("1", "null");
  await token("2", "3");
  await expect(token("3", "null")).rejects.toThrow(/unique/i);
  const invitation = (digest: string, accepted: string, ended: string) =>
    rowsOf(
      `insert into invitation (digest, member_id, role, created_at, expires_at, accepted_at, ended_at) values ('${digest}', 'a', 'member', 1, 2, ${accepted}, ${ended})`,
    );
  await invitation("1", "null", "null");
  await invitation("2", "3", "null");
  await invitation("3", "null", "3");
  await expect(invitation("4", "null", "null")).rejects.toThrow(/unique/i);
});
