/** For tests: an inbox over temporary databases, with a settable clock. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccounts } from "../accounts/accounts.ts";
import { openAccountTables } from "../accounts/open-tables.ts";
import type { AccountsDb } from "../accounts/tables.ts";
import type { Accounts } from "../accounts/types.ts";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import type { FeedbackRequest } from "../contract/api/feedback.ts";
import { databaseAt } from "../database/database-at.case.ts";
import { createInbox, type Inbox } from "./inbox.ts";
import type { Escalated } from "./types.ts";

export interface InboxBench {
  folder: string;
  db: AccountsDb;
  accounts: Accounts;
  catalog: Catalog;
  inbox: Inbox;
  escalated: Escalated[];
  /** Member ids. */
  ada: string;
  bob: string;
  now(): number;
  wait(milliseconds: number): void;
  close(): Promise<void>;
}

export async function openInboxBench(): Promise<InboxBench> {
  const folder = mkdtempSync(join(tmpdir(), "inbox-"));
  const db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
  const catalog = await openCatalog(databaseAt(join(folder, "catalog.db")));
  let time = Date.parse("2026-03-01T12:00:00.000Z");
  const now = () => time;
  const accounts = createAccounts(db, { service: "priorart", now });
  const escalated: Escalated[] = [];
  return {
    folder,
    db,
    accounts,
    catalog,
    escalated,
    inbox: createInbox(db, {
      withCatalog: (work) => work(catalog),
      onEscalation: (one) => escalated.push(one),
      now,
    }),
    ada: (await accounts.addMember("ada@example.org")).accountId,
    bob: (await accounts.addMember("bob@example.org")).accountId,
    now,
    wait: (milliseconds) => {
      time += milliseconds;
    },
    close: async () => {
      await catalog.close();
      await accounts.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export const feedbackOf = (change: Partial<FeedbackRequest> = {}): FeedbackRequest => ({
  category: "error",
  severity: "critical",
  message: "Nothing works.",
  ...change,
});
