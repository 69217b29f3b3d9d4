/** Changes read from sources that wait for a publish. */
import { deleteState, readChangeCounter, readState, writeState } from "../changes.ts";
import type { CatalogDb } from "../tables.ts";

export interface PublishDue {
  /** When the first of them was made, ISO 8601. */
  since: string;
  /** Change counter after the last of them. */
  change: number;
}

export async function readPublishDue(db: CatalogDb): Promise<PublishDue | null> {
  const text = await readState(db, "publish_due");
  return text === null ? null : (JSON.parse(text) as PublishDue);
}

/** Call within the transaction of a change, after it was counted. */
export async function setPublishDue(db: CatalogDb, now: string): Promise<void> {
  const since = (await readPublishDue(db))?.since ?? now;
  await writeState(db, "publish_due", JSON.stringify({ since, change: await readChangeCounter(db) }));
}

/** Changes made after `change` stay due. */
export async function clearPublishDue(
  db: CatalogDb,
  { change, now }: { change: number; now: string },
): Promise<void> {
  const due = await readPublishDue(db);
  if (due === null) return;
  if (due.change <= change) await deleteState(db, "publish_due");
  else await writeState(db, "publish_due", JSON.stringify({ ...due, since: now }));
}
