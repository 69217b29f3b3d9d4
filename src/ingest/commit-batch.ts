/**
 * Writes batches of checked records. The last record of a key wins, so a record that would change one in the catalog
 * cannot be written before all input was read: a later one might replace it, or restore what the catalog contains. The
 * first pass therefore writes new records only and notes the final content of each key; the second writes the
 * changes.
 */
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import type { ImportCheckpoint } from "./import-checkpoint.ts";
import type { Prepared, RecordStore } from "./import-kind.ts";
import type { RejectsFile } from "./rejects.ts";
import type { Warnings } from "./warnings.ts";

export interface Incoming<T> extends Prepared<T> {
  file: string;
  line: number;
}

/** State shared by the batches of one import. */
export interface CommitState<T> {
  readonly catalog: Catalog;
  readonly store: RecordStore<T>;
  readonly rejects: RejectsFile;
  readonly warnings: Warnings;
  readonly dryRun: boolean;
  /** The input cannot be read twice: changes are written immediately. */
  readonly singlePass: boolean;
  readonly counts: { inserted: number; updated: number; unchanged: number };
  /** The last content read for each key. */
  readonly latest: Map<string, { hash: string; file: string; line: number }>;
  /** Content hashes that the second pass will write, by key. */
  readonly changes: Map<string, string>;
  /** Content hashes by key of records that a dry run would have inserted. */
  readonly imagined: Map<string, string>;
  /**
   * Files read further than their stored progress. They are stored together, because the stored length of the rejects
   * file includes the rejects of all of them.
   */
  readonly unsaved: Set<ImportCheckpoint>;
  /** When progress was last stored, in milliseconds. */
  savedAt: number;
}

/** How often progress is stored while nothing is written. */
const IDLE_SAVE_MS = 2_000;

export function createCommitState<T>(
  given: Pick<CommitState<T>, "catalog" | "store" | "rejects" | "warnings" | "dryRun" | "singlePass">,
): CommitState<T> {
  return {
    ...given,
    counts: { inserted: 0, updated: 0, unchanged: 0 },
    latest: new Map(),
    changes: new Map(),
    imagined: new Map(),
    unsaved: new Set(),
    savedAt: performance.now(),
  };
}

/** First pass: inserts new records. All records of the batch come from the checkpoint's file. */
export async function commitNew<T>(
  state: CommitState<T>,
  batch: readonly Incoming<T>[],
  checkpoint: ImportCheckpoint,
): Promise<void> {
  state.unsaved.add(checkpoint);
  for (const record of batch) noteRepeat(state, record);
  const latest = new Map(batch.map((record) => [record.key, record]));
  state.counts.unchanged += batch.length - latest.size;
  state.rejects.flush();
  const outlook = await plan(state, state.catalog, latest);
  if (state.dryRun || outlook.save.length === 0) {
    // Nothing to write: do not take the write lock.
    apply(state, outlook);
    if (performance.now() - state.savedAt > IDLE_SAVE_MS) await saveProgress(state);
    return;
  }
  await state.catalog.write(async (writer) => {
    // Another import may have written in between.
    const settled = await plan(state, writer, latest);
    await save(state, writer, settled.save);
    apply(state, settled);
    await saveCheckpoints(state, writer);
  });
  noteSaved(state);
}

/** Whether the second pass writes this record. */
export function isChange<T>({ changes }: CommitState<T>, { key, contentHash }: Prepared<T>): boolean {
  return changes.get(key) === contentHash;
}

/** Second pass: writes the changed records for which `isChange` holds. */
export async function commitChanges<T>(state: CommitState<T>, batch: readonly Incoming<T>[]): Promise<void> {
  const changed = [...new Map(batch.map((record) => [record.key, record])).values()];
  if (changed.length === 0) return;
  await state.catalog.write((writer) => save(state, writer, changed));
  for (const { key } of changed) state.changes.delete(key);
  state.counts.updated += changed.length;
  state.counts.unchanged -= changed.length;
}

/** Marks every file as imported. */
export async function finishCommits<T>(
  state: CommitState<T>,
  checkpoints: readonly ImportCheckpoint[],
): Promise<void> {
  if (state.dryRun) {
    state.counts.updated += state.changes.size;
    state.counts.unchanged -= state.changes.size;
    return;
  }
  state.rejects.flush();
  await state.catalog.write(async (writer) => {
    for (const checkpoint of checkpoints) await checkpoint.save(writer, state.rejects, writer.now);
  });
}

/** Stores how far each file was read, so that an interrupted import can resume. */
export async function saveProgress<T>(state: CommitState<T>): Promise<void> {
  if (state.dryRun) return;
  state.rejects.flush();
  await state.catalog.write((writer) => saveCheckpoints(state, writer));
  noteSaved(state);
}

/** A checkpoint must not pass changes that are not written yet: it stays where the first of them was read. */
async function saveCheckpoints<T>(state: CommitState<T>, writer: CatalogWriter): Promise<void> {
  if (state.changes.size > 0) return;
  for (const checkpoint of state.unsaved) await checkpoint.save(writer, state.rejects);
}

/** After the transaction, which could still have failed before. */
function noteSaved<T>(state: CommitState<T>): void {
  if (state.changes.size === 0) state.unsaved.clear();
  state.savedAt = performance.now();
}

interface Plan<T> {
  save: Incoming<T>[];
  inserted: number;
  updated: number;
  unchanged: number;
  /** Changes for the second pass, by key and content hash. */
  change: Incoming<T>[];
  /** Keys whose content equals the catalog's. */
  same: string[];
}

async function plan<T>(
  state: CommitState<T>,
  reader: Pick<Catalog, "hashes">,
  latest: ReadonlyMap<string, Incoming<T>>,
): Promise<Plan<T>> {
  const stored =
    latest.size === 0 ? new Map() : await reader.hashes(state.store.recordKind, [...latest.keys()]);
  const planned: Plan<T> = { save: [], inserted: 0, updated: 0, unchanged: 0, change: [], same: [] };
  for (const [key, record] of latest) {
    const hash = state.imagined.get(key) ?? stored.get(key);
    if (hash === undefined) {
      planned.save.push(record);
      planned.inserted++;
    } else if (hash === record.contentHash) {
      planned.same.push(key);
      planned.unchanged++;
    } else if (state.singlePass && !state.dryRun) {
      planned.save.push(record);
      planned.updated++;
    } else {
      planned.change.push(record);
      planned.unchanged++;
    }
  }
  return planned;
}

function apply<T>(state: CommitState<T>, { save, change, same, ...counts }: Plan<T>): void {
  state.counts.inserted += counts.inserted;
  state.counts.updated += counts.updated;
  state.counts.unchanged += counts.unchanged;
  for (const key of same) state.changes.delete(key);
  for (const { key, contentHash } of change) state.changes.set(key, contentHash);
  if (state.dryRun) for (const { key, contentHash } of save) state.imagined.set(key, contentHash);
}

function save<T>(
  { store, warnings }: CommitState<T>,
  writer: CatalogWriter,
  records: readonly Incoming<T>[],
): Promise<void> {
  const values = records.map((record) => record.value);
  return store.save(writer, values, (message) => warnings.add("hackathons", message));
}

function noteRepeat<T>(
  { latest, store, warnings }: CommitState<T>,
  { key, contentHash, file, line }: Incoming<T>,
): void {
  const before = latest.get(key);
  latest.set(key, { hash: contentHash, file, line });
  if (before === undefined || before.hash === contentHash) return;
  const places =
    before.file === file
      ? `lines ${before.line} and ${line} of ${file}`
      : `line ${before.line} of ${before.file} and line ${line} of ${file}`;
  warnings.add(
    "records given twice",
    `${store.keyName} ${JSON.stringify(key)} is given twice with different content (${places}): the later one was kept`,
  );
}
