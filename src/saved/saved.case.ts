/** For tests: what members save, over a temporary accounts.db, with a corpus and a clock that the test sets. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccounts } from "../accounts/accounts.ts";
import { openAccountTables } from "../accounts/open-tables.ts";
import { AccountError } from "../accounts/types.ts";
import { databaseAt } from "../database/database-at.case.ts";
import { createSaved } from "./saved.ts";
import { type ItemKey, type ItemRecord, itemName } from "./types.ts";

export async function openSavedBench() {
  const folder = mkdtempSync(join(tmpdir(), "saved-"));
  const db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
  const bench = {
    /** Milliseconds since 1970. */
    time: Date.parse("2026-03-01T12:00:00.000Z"),
    revision: "r1" as string | null,
    /** Keys that every search finds. */
    results: ["a", "b", "c"],
    searched: [] as { page: string; request: object; limit: number }[],
    withdrawn: new Set<string>(),
  };
  const accounts = createAccounts(db, { service: "priorart", now: () => bench.time });
  const recordOf = ({ kind, key }: ItemKey): ItemRecord => ({
    title: `Title of ${key}`,
    summary: null,
    origin: kind === "project" ? "Meridian" : "Essays",
    url: kind === "project" ? null : `https://example.org/${key}`,
  });
  const saved = createSaved(db, {
    findRecords: async (items) =>
      new Map(
        items.filter(({ key }) => !bench.withdrawn.has(key)).map((item) => [itemName(item), recordOf(item)]),
      ),
    searchKeys: async (page, request, limit) => {
      bench.searched.push({ page, request, limit });
      return bench.results;
    },
    revision: () => bench.revision,
    now: () => bench.time,
  });
  return Object.assign(bench, {
    ...saved,
    db,
    accounts,
    ada: (await accounts.addMember("ada@example.org")).accountId,
    bob: (await accounts.addMember("bob@example.org")).accountId,
    close: async () => {
      await accounts.close();
      rmSync(folder, { recursive: true });
    },
  });
}

export type SavedBench = Awaited<ReturnType<typeof openSavedBench>>;

export const project = (key: string): ItemKey => ({ kind: "project", key });

/** `kind: message` of the AccountError; "accepted" without one. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "accepted",
    (error: unknown) => {
      if (error instanceof AccountError) return `${error.kind}: ${error.message}`;
      throw error;
    },
  );
