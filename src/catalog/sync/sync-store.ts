/** What readings of sources leave in the catalog. Each method is one transaction. */
import type { Kysely } from "kysely";
import { decideBoilerplate, saveBoilerplate } from "../boilerplate/store.ts";
import { bumpChangeCounter, Changes, writeState } from "../changes.ts";
import { deleteDocument, documentHashes, saveDocuments } from "../documents.ts";
import { portions } from "../portions.ts";
import { type RenameOutcome, renameSource } from "../rename-source.ts";
import { mentionSource } from "../sources.ts";
import type { CatalogTables } from "../tables.ts";
import type { CatalogDocument } from "../types.ts";
import { addWithdrawal } from "../withdrawals.ts";
import {
  countSourceDocuments,
  forgetGoneItems,
  forgetSourceDocuments,
  type GoneDocument,
  goneDocuments,
  type ItemToSave,
  markGone,
  markKept,
  markPresent,
  readItems,
  type SourceItem,
  saveItems,
  withdrawnByHand,
} from "./items.ts";
import { clearPublishDue, type PublishDue, readPublishDue, setPublishDue } from "./publish-due.ts";
import {
  closeDeadRuns,
  forgetOldSyncRuns,
  hasSyncRun,
  insertSyncRun,
  latestSyncRuns,
  listSyncRuns,
  type SyncRun,
  updateSyncRun,
} from "./runs.ts";
import { readFailures, readSyncState, type SyncState, saveSyncState } from "./state.ts";

/** What a run read since its last commit. */
export interface SyncBatch {
  source: string;
  run: number;
  items: readonly ItemToSave[];
  documents: readonly CatalogDocument[];
  /** Items that have not changed. */
  present: readonly string[];
  /** Items that could not be read. */
  failed: readonly string[];
}

export interface SyncStore {
  /** Starts a run: earlier ones that did not end count as interrupted. */
  begin(source: string): Promise<number>;
  /** Runs of a source, newest first. */
  runs(source: string, limit: number): Promise<SyncRun[]>;
  /** Of every source that was read: its newest run, and the runs in a row that failed. */
  latest(): Promise<{ runs: Map<string, SyncRun>; failures: Map<string, number> }>;
  state(source: string): Promise<SyncState | null>;
  /** Everything that earlier runs listed, by name. */
  items(source: string): Promise<Map<string, SourceItem>>;
  /** Documents that connectors read of a source. */
  countDocuments(source: string): Promise<number>;
  /** Saves what was read. A document that someone withdrew stays withdrawn. Throws once the source was removed. */
  commit(batch: SyncBatch): Promise<{ added: number; updated: number; unchanged: number }>;
  markGone(source: string, run: number, items: readonly string[]): Promise<void>;
  /** Documents that a run before this one found gone, and no later one found again. */
  goneDocuments(source: string, run: number): Promise<GoneDocument[]>;
  withdraw(documentIds: readonly string[]): Promise<void>;
  /**
   * Looks for the blocks that the pages of a source repeat; call it when its documents have changed. They are left out
   * of what is published.
   */
  findBoilerplate(source: string): Promise<void>;
  /**
   * Withdraws all documents of the source, then deletes the source; a run that reads it ends. Interrupted, it can be
   * repeated. False when there is no such source.
   */
  removeSource(source: string): Promise<boolean>;
  /** Gives a source another key: its documents and what was read of it move there. */
  renameSource(from: string, to: string): Promise<RenameOutcome>;
  /** Set by every change that a run made, and by `markPublishDue`; null: all of them are published. */
  publishDue(): Promise<PublishDue | null>;
  /** For changes that no run made, such as an import's. */
  markPublishDue(): Promise<void>;
  /** A publish that began after this change is done. */
  clearPublishDue(change: number): Promise<void>;
  /**
   * Notes how far a run is, or that it ended; `state` is kept when it is given. Of the items in `named`, it is kept that
   * they were read, after their documents are withdrawn. Does nothing once the source was removed.
   */
  finish(run: SyncRun, state?: SyncState, named?: readonly string[]): Promise<void>;
}

/** Documents withdrawn in one transaction. */
const WITHDRAWN_AT_ONCE = 500;

export function createSyncStore(db: Kysely<CatalogTables>, now: () => Date): SyncStore {
  const time = () => now().toISOString();
  return {
    begin: (source) =>
      db.transaction().execute(async (trx) => {
        await closeDeadRuns(trx, source, time());
        return insertSyncRun(trx, source, time());
      }),
    runs: (source, limit) => listSyncRuns(db, source, limit),
    latest: async () => ({ runs: await latestSyncRuns(db), failures: await readFailures(db) }),
    state: (source) => readSyncState(db, source),
    items: (source) => readItems(db, source),
    countDocuments: (source) => countSourceDocuments(db, source),
    commit: (batch) => commitBatch(db, batch, time()),
    markGone: (source, run, items) =>
      db.transaction().execute((trx) => markGone(trx, source, { run, items })),
    goneDocuments: (source, run) => goneDocuments(db, source, run),
    async withdraw(documentIds) {
      for (const part of portions(documentIds, WITHDRAWN_AT_ONCE)) await withdrawPart(db, part, time());
    },
    async findBoilerplate(source) {
      const keys = await decideBoilerplate(db, source);
      if (keys === null) return;
      await db.transaction().execute(async (trx) => {
        await saveBoilerplate(trx, source, keys);
        await bumpChangeCounter(trx);
        await setPublishDue(trx, time());
      });
    },
    removeSource: (source) => removeSource(db, source, time()),
    renameSource: (from, to) =>
      db.transaction().execute(async (trx) => {
        const outcome = await renameSource(trx, { from, to });
        if (outcome !== "renamed") return outcome;
        await bumpChangeCounter(trx);
        await setPublishDue(trx, time());
        return outcome;
      }),
    publishDue: () => readPublishDue(db),
    markPublishDue: () => db.transaction().execute((trx) => setPublishDue(trx, time())),
    clearPublishDue: (change) =>
      db.transaction().execute((trx) => clearPublishDue(trx, { change, now: time() })),
    finish: (run, state, named = []) =>
      db.transaction().execute(async (trx) => {
        if (!(await hasSyncRun(trx, run.id))) return;
        await updateSyncRun(trx, run);
        if (run.outcome === "complete" || run.outcome === "unchanged")
          await forgetGoneItems(trx, run.source, { run: run.id, named });
        if (state !== undefined) await saveSyncState(trx, run.source, state);
        await forgetOldSyncRuns(trx, run.source);
      }),
  };
}

function commitBatch(
  db: Kysely<CatalogTables>,
  { source, run, items, documents, present, failed }: SyncBatch,
  now: string,
): Promise<{ added: number; updated: number; unchanged: number }> {
  return db.transaction().execute(async (trx) => {
    if (!(await hasSyncRun(trx, run))) throw new Error("the source was removed while it was read");
    const changes = new Changes();
    const ids = documents.map(({ documentId }) => documentId);
    const byHand = await withdrawnByHand(trx, ids);
    const stored = await documentHashes(trx, ids);
    const changed = documents.filter(
      ({ documentId, contentHash }) => !byHand.has(documentId) && stored.get(documentId) !== contentHash,
    );
    const added = changed.filter(({ documentId }) => !stored.has(documentId)).length;
    if (changed.length > 0) {
      await mentionSource(trx, { key: source, label: null }, changes);
      await saveDocuments(trx, changed);
      await writeState(trx, "archive_imported_at", now);
      changes.mark();
    }
    await saveItems(trx, source, { run, items });
    await markPresent(trx, source, present);
    await markKept(trx, source, failed);
    if (changes.any) await bumpChangeCounter(trx);
    if (changed.length > 0) await setPublishDue(trx, now);
    return { added, updated: changed.length - added, unchanged: documents.length - changed.length };
  });
}

function withdrawPart(db: Kysely<CatalogTables>, documentIds: readonly string[], now: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const key of documentIds) {
      if (await deleteDocument(trx, key)) await addWithdrawal(trx, { kind: "document", key }, now);
    }
    await forgetSourceDocuments(trx, documentIds);
    await bumpChangeCounter(trx);
    await setPublishDue(trx, now);
  });
}

async function removeSource(db: Kysely<CatalogTables>, source: string, now: string): Promise<boolean> {
  // First, so that the run which reads it stores nothing more, and none begins.
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("source").set({ connector: null }).where("key", "=", source).execute();
    await trx.deleteFrom("sync_run").where("source", "=", source).execute();
  });
  for (;;) {
    const rows = await db
      .selectFrom("document")
      .select("document_id as documentId")
      .where("source", "=", source)
      .limit(WITHDRAWN_AT_ONCE)
      .execute();
    if (rows.length === 0) break;
    await withdrawPart(
      db,
      rows.map(({ documentId }) => documentId),
      now,
    );
  }
  return db.transaction().execute(async (trx) => {
    // Documents before the items that contained them.
    for (const table of ["boilerplate", "source_document", "source_item", "sync_state", "sync_run"] as const)
      await trx.deleteFrom(table).where("source", "=", source).execute();
    const { numDeletedRows } = await trx.deleteFrom("source").where("key", "=", source).executeTakeFirst();
    if (numDeletedRows > 0n) await bumpChangeCounter(trx);
    return numDeletedRows > 0n;
  });
}
