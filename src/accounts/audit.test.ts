import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { consoleOperationList } from "../contract/api/console/operations.ts";
import { databaseAt } from "../database/database-at.case.ts";
import { continueIdentity } from "../database/dialect.ts";
import { AUDIT_KEPT, createAuditLog } from "./audit.ts";
import { openAccountTables } from "./open-tables.ts";
import type { AccountsDb } from "./tables.ts";
import type { AuditLog } from "./types.ts";

let folder: string;
let db: AccountsDb;
let audit: AuditLog;
let now = Date.parse("2026-03-01T12:00:00Z");

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "audit-"));
  db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
  audit = createAuditLog(db, () => now);
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const ada = { actor: "ada@example.org", via: "console" } as const;

test("entries are listed newest first, page by page, also when the clock was set back", async () => {
  await audit.record({ ...ada, action: "publish" });
  now -= 60_000;
  await audit.record({ ...ada, action: "change-role", target: "bob@example.org", detail: "admin" });
  expect(await audit.list({ offset: 0, limit: 1 })).toEqual({
    total: 2,
    entries: [
      {
        id: 2,
        at: "2026-03-01T11:59:00.000Z",
        ...ada,
        action: "change-role",
        target: "bob@example.org",
        detail: "admin",
      },
    ],
  });
  const second = await audit.list({ offset: 1, limit: 1 });
  expect(second.entries).toMatchObject([{ action: "publish", target: null, detail: null }]);
});

test("a search matches a part of an actor, an action or a target, whatever its case; nothing is a wildcard", async () => {
  await audit.record({ ...ada, action: "invite-member", target: "Bob@example.org" });
  await audit.record({ actor: "eve", via: "command", action: "publish", target: "000004" });
  const found = async (search: string) =>
    (await audit.list({ offset: 0, limit: 10, search })).entries.map(({ id }) => id);
  expect(await found(" bob@")).toEqual([1]);
  expect(await found("EVE")).toEqual([2]);
  expect(await found("invite")).toEqual([1]);
  expect(await found("%")).toEqual([]);
  await audit.record({ ...ada, action: "upload-file", target: "Übersicht.csv" });
  expect(await found("Übersicht.CSV")).toEqual([3]);
  expect(await found("orginvite")).toEqual([]);
});

test("a search matches the words of the console's table too: names of actions, and details and the command line", async () => {
  await audit.record({ ...ada, action: "change-role", target: "bob@example.org", detail: "Admin" });
  await audit.record({ actor: "root", via: "command", action: "back-up" });
  const found = async (search: string) => {
    const { entries, total } = await audit.list({ offset: 0, limit: 10, search });
    expect(total).toBe(entries.length);
    return entries.map(({ id }) => id);
  };
  expect(await found("Changed a role")).toEqual([1]);
  expect(await found("wrote")).toEqual([2]);
  expect(await found("back-up")).toEqual([2]);
  expect(await found("admin")).toEqual([1]);
  expect(await found("command line")).toEqual([2]);
  expect(await found("wrote a role")).toEqual([]);
});

test("long texts are cut, and only the latest entries are kept", async () => {
  await audit.record({ ...ada, action: "remove-records", target: "😀".repeat(1000) });
  const [entry] = (await audit.list({ offset: 0, limit: 1 })).entries;
  expect([...entry!.target!]).toHaveLength(300);
  await db
    .insertInto("audit_entry")
    .values({ id: AUDIT_KEPT, at: now, ...ada, action: "publish", target: null, detail: null })
    .execute();
  await continueIdentity(db, "audit_entry", "id");
  await audit.record({ ...ada, action: "publish" });
  const { entries } = await audit.list({ offset: 0, limit: 10 });
  expect(entries.map(({ id }) => id)).toEqual([AUDIT_KEPT + 1, AUDIT_KEPT]);
});

test("every change that only administrators may make is recorded", () => {
  // These only look at what the administrator gives; the first part of a file is recorded.
  const readOnly: string[] = ["proposeConnectors", "previewSource", "previewImport", "addUploadPart"];
  const changes = consoleOperationList.filter(
    ({ id, role, method }) => role === "admin" && method === "POST" && !readOnly.includes(id),
  );
  expect(changes.filter(({ audit: action }) => action === undefined).map(({ id }) => id)).toEqual([]);
});
