/** Which snapshots the servers of a store serve and may return to: one row, replaced by compare-and-swap. */
import { readState, writeState } from "./changes.ts";
import type { CatalogDb } from "./tables.ts";

export interface PublishedSnapshot {
  /** Six digits. */
  id: string;
  /** SHA-256 of its manifest. */
  manifest: string;
  /** ISO 8601. */
  publishedAt: string;
}

export interface PublishedSnapshots {
  /** Id that the store is marked with, so that it is not shared with another catalog. */
  owner: string;
  /** Id of one of those kept. */
  current: string;
  /** In order of their ids. */
  kept: PublishedSnapshot[];
}

/** Null before the first publish with a store. */
export async function readPublished(db: CatalogDb): Promise<PublishedSnapshots | null> {
  const text = await readState(db, "snapshots");
  return text === null ? null : (JSON.parse(text) as PublishedSnapshots);
}

/** Call within a transaction. False, and nothing is changed, when `from` is no longer what is stored. */
export async function swapPublished(
  db: CatalogDb,
  { from, to }: { from: PublishedSnapshots | null; to: PublishedSnapshots },
): Promise<boolean> {
  if ((await readState(db, "snapshots")) !== (from && JSON.stringify(from))) return false;
  await writeState(db, "snapshots", JSON.stringify(to));
  return true;
}
