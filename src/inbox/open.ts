/** Opens the inbox: for a server with the deliverer of escalations, for the CLI without. */
import { createAuditLog } from "../accounts/audit.ts";
import { openAccountTables } from "../accounts/open-tables.ts";
import type { AccountsDb } from "../accounts/tables.ts";
import type { AuditLog } from "../accounts/types.ts";
import type { DatabaseLocation } from "../database/location.ts";
import { Deliverer } from "./escalations/deliverer.ts";
import type { Webhook } from "./escalations/send.ts";
import { createInbox, type Inbox, type InboxOptions, type Reviews } from "./inbox.ts";
import type { InboxLog } from "./types.ts";

export interface ServerInboxOptions extends Pick<InboxOptions, "withCatalog"> {
  /** Null: escalations are logged and stay in the outbox until a webhook is configured. */
  webhook: Webhook | null;
  log: InboxLog;
}

export interface ServerInbox extends Inbox {
  /** Stops the deliverer gracefully; leaves the database open. */
  close(): Promise<void>;
}

export function openServerInbox(db: AccountsDb, options: ServerInboxOptions): ServerInbox {
  const { webhook, log, withCatalog } = options;
  const deliverer = webhook === null ? null : new Deliverer({ db, webhook, log });
  const inbox = createInbox(db, {
    withCatalog,
    onEscalation: (escalated) => {
      log.warn(
        { ...escalated, webhook: deliverer !== null },
        "feedback that needs attention: priorart feedback list",
      );
      deliverer?.wake();
    },
  });
  return { ...inbox, close: async () => deliverer?.close() };
}

export interface OpenReviews extends Reviews {
  audit: AuditLog;
  close(): Promise<void>;
}

/** For the CLI. Throws NewerSchemaError when a later release wrote the file. */
export async function openReviews(
  accounts: DatabaseLocation,
  options: Pick<InboxOptions, "withCatalog">,
): Promise<OpenReviews> {
  const db = await openAccountTables(accounts);
  return {
    ...createInbox(db, options),
    audit: createAuditLog(db, Date.now),
    close: () => db.destroy(),
  };
}
