/** Runs one import of projects, documents or members: read, map, check and commit, batch by batch. */
import { stat } from "node:fs/promises";
import type { z } from "zod";
import type { Catalog } from "../catalog/catalog.ts";
import {
  type CommitState,
  commitChanges,
  commitNew,
  createCommitState,
  finishCommits,
  type Incoming,
  isChange,
  saveProgress,
} from "./commit-batch.ts";
import { type ImportCheckpoint, openCheckpoint } from "./import-checkpoint.ts";
import { type ImportHolder, importLocksIn, openImportHolder } from "./import-holder.ts";
import type { ImportKind } from "./import-kind.ts";
import { openRecordMap, type RecordMap } from "./map/record-map.ts";
import { ProgressReporter } from "./progress.ts";
import type { Entry } from "./read/entry.ts";
import { type Input, resolveInputs } from "./read/inputs.ts";
import { readRecords } from "./read/records.ts";
import { type CheckedEntry, createRecordChecker, type RecordChecker } from "./record-checker.ts";
import { RejectsFile } from "./rejects.ts";
import type { ImportOptions, ImportReport } from "./types.ts";
import { untilAborted } from "./until-aborted.ts";
import { Warnings } from "./warnings.ts";

/** Bounds of a transaction, whichever is reached first: other processes wait for it. */
const BATCH = { records: 1_000, bytes: 4 * 1024 * 1024 };

interface Run<T> {
  options: ImportOptions;
  batch: { records: number; bytes: number };
  meter: { bytes: number };
  progress: ProgressReporter;
  rejects: RejectsFile;
  warnings: Warnings;
  check: RecordChecker<T>;
  commit: CommitState<T>;
  counts: { read: number; rejected: number; dropped: number; empty: number; resumed: number };
}

interface OpenInput {
  input: Input;
  checkpoint: ImportCheckpoint;
}

/** Throws ImportUsageError, before anything is read, when the inputs or the map cannot be used. */
export async function runImport<S extends z.ZodType, T>(
  catalog: Catalog,
  kind: ImportKind<S, T>,
  { inputs, options }: { inputs: readonly string[]; options: ImportOptions },
): Promise<ImportReport> {
  const resolved = await resolveInputs(inputs, { markdown: kind.markdown, format: options.format });
  await checkBeginnings(resolved);
  const map = options.map === undefined ? null : await openRecordMap(options.map, options);
  const { dataDir, dryRun = false, takeLock = importLocksIn(dataDir) } = options;
  // A dry run stores no progress.
  const holder = dryRun ? null : await openImportHolder(takeLock);
  try {
    const run = createRun(catalog, kind, { inputs: resolved, map, options });
    const opened = await openInputs(run, { catalog, kind: kind.name, inputs: resolved, map, holder });
    return await execute(run, opened);
  } finally {
    await holder?.release();
    await map?.close();
  }
}

/** A file of a format that is not read is refused before anything is imported. A pipe can be read only once. */
async function checkBeginnings(inputs: readonly Input[]): Promise<void> {
  for (const input of inputs) {
    if (input.type !== "records" || !(await stat(input.file)).isFile()) continue;
    const records = readRecords(input, { after: 0, meter: { bytes: 0 }, stdin: process.stdin });
    await records.next();
    await records.return(undefined);
  }
}

function createRun<S extends z.ZodType, T>(
  catalog: Catalog,
  kind: ImportKind<S, T>,
  { inputs, map, options }: { inputs: readonly Input[]; map: RecordMap | null; options: ImportOptions },
): Run<T> {
  const { dataDir, source, dryRun = false } = options;
  const rejects = new RejectsFile(dataDir, kind.name);
  const warnings = new Warnings();
  const meter = { bytes: 0 };
  const totalBytes = inputs.reduce<number | null>(
    (sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes),
    0,
  );
  const singlePass = inputs.some(({ type }) => type === "stdin");
  return {
    options,
    batch: kind.batch ?? BATCH,
    meter,
    progress: new ProgressReporter(options.onProgress, meter, totalBytes),
    rejects,
    warnings,
    check: createRecordChecker(kind, { map, source, warnings }),
    commit: createCommitState({ catalog, store: kind, rejects, warnings, dryRun, singlePass }),
    counts: { read: 0, rejected: 0, dropped: 0, empty: 0, resumed: 0 },
  };
}

async function openInputs<T>(
  run: Run<T>,
  given: {
    catalog: Catalog;
    kind: string;
    inputs: readonly Input[];
    map: RecordMap | null;
    holder: ImportHolder | null;
  },
): Promise<OpenInput[]> {
  const { resume = true, source = null } = run.options;
  const { kind, holder } = given;
  const identity = { kind, mapDigest: given.map?.digest ?? null, source, resume, holder };
  const opened: OpenInput[] = [];
  for (const input of given.inputs) {
    const checkpoint = await openCheckpoint(given.catalog, input, identity);
    opened.push({ input, checkpoint });
    if (checkpoint.resumedAt > 0) noteResumed(run, input, checkpoint);
  }
  resumeRejects(run.rejects, opened);
  return opened;
}

function noteResumed<T>({ counts, warnings }: Run<T>, input: Input, checkpoint: ImportCheckpoint): void {
  counts.resumed += checkpoint.resumedAt;
  counts.rejected += checkpoint.rejectedBefore;
  const place = `${input.type === "markdown" ? "file" : "line"} ${checkpoint.resumedAt}`;
  warnings.add(
    "resumed",
    `${checkpoint.file}: resumed after ${place}, where the import that began at ${checkpoint.run!.startedAt} was interrupted`,
  );
}

/** Each file's checkpoint stores the length of the rejects file at its own last batch; the greatest applies. */
function resumeRejects(rejects: RejectsFile, opened: readonly OpenInput[]): void {
  const resumed = opened.flatMap(({ checkpoint: { run, resumedAt } }) =>
    run !== null && resumedAt > 0 ? [run] : [],
  );
  const path = resumed.findLast((run) => run.rejectsFile !== null)?.rejectsFile;
  if (!path) return;
  const lengths = resumed.filter((run) => run.rejectsFile === path).map((run) => run.rejectsBytes);
  rejects.continue(path, Math.max(...lengths));
}

async function execute<T>(run: Run<T>, opened: readonly OpenInput[]): Promise<ImportReport> {
  const { options, commit, rejects, warnings, progress, counts } = run;
  const started: ImportCheckpoint[] = [];
  for (const { input, checkpoint } of opened) {
    if (options.signal?.aborted) break;
    started.push(checkpoint);
    await importNew(run, input, checkpoint);
  }
  if (!commit.dryRun) await importChanges(run, opened);
  const interrupted = options.signal?.aborted === true;
  if (interrupted) await saveProgress(commit);
  else await finishCommits(commit, started);
  rejects.flush();
  if (rejects.isFull)
    warnings.add("rejects", "the rejects file is full: not every rejected record is listed in it");
  progress.update({ file: opened.at(-1)!.input.file, records: counts.read, isLast: true });
  return {
    ...counts,
    ...commit.counts,
    rejectsFile: rejects.path,
    warnings: warnings.list(),
    interrupted,
    seconds: progress.seconds,
  };
}

/** First pass over one input: counts everything, lists rejects, writes new records. */
async function importNew<T>(run: Run<T>, input: Input, checkpoint: ImportCheckpoint): Promise<void> {
  let batch: Incoming<T>[] = [];
  let bytes = 0;
  let readTo = checkpoint.handledTo;
  const commit = async () => {
    checkpoint.handledTo = readTo;
    await commitNew(run.commit, batch, checkpoint);
    batch = [];
    bytes = 0;
  };
  const noteEmpty = (message: string) => {
    run.counts.empty++;
    run.warnings.add("without records", message);
  };
  for await (const group of readGroups(run, input, { after: checkpoint.resumedAt, noteEmpty })) {
    for await (const checked of run.check(group)) {
      const { found, records } = checked;
      count(run, checked, checkpoint);
      for (const record of records) {
        if (batch.length >= run.batch.records) await commit();
        batch.push({ ...record, file: found.file, line: found.line });
      }
      bytes += found.bytes;
      readTo = found.to;
      const waiting = Math.max(batch.length, run.rejects.waiting);
      if (waiting >= run.batch.records || bytes >= run.batch.bytes) await commit();
    }
    run.progress.update({ file: input.file, records: run.counts.read });
  }
  await commit();
}

function count<T>(
  { counts, rejects }: Run<T>,
  { found, rejected, dropped }: CheckedEntry<T>,
  checkpoint: ImportCheckpoint,
): void {
  counts.read++;
  if (dropped) counts.dropped++;
  for (const { record, faults } of rejected) {
    counts.rejected++;
    checkpoint.rejected++;
    rejects.add({ file: found.file, line: found.line, record }, faults);
  }
}

/** Second pass over the inputs, only if the first one found records that change the catalog. */
async function importChanges<T>(run: Run<T>, opened: readonly OpenInput[]): Promise<void> {
  const { commit, options } = run;
  for (const { input, checkpoint } of opened) {
    if (commit.changes.size === 0 || options.signal?.aborted) return;
    let batch: Incoming<T>[] = [];
    let bytes = 0;
    for await (const group of readGroups(run, input, { after: checkpoint.resumedAt })) {
      for await (const { found, records } of run.check(group)) {
        for (const record of records) {
          if (!isChange(commit, record)) continue;
          batch.push({ ...record, file: found.file, line: found.line });
          bytes += found.bytes;
        }
        if (batch.length >= run.batch.records || bytes >= run.batch.bytes) {
          await commitChanges(commit, batch);
          batch = [];
          bytes = 0;
        }
      }
      run.progress.update({ file: input.file, records: run.counts.read });
    }
    await commitChanges(commit, batch);
  }
  if (commit.changes.size > 0 && !options.signal?.aborted) {
    run.warnings.add(
      "changed files",
      `the files changed while they were read; records that were not updated: ${commit.changes.size}. Run the import again`,
    );
  }
}

/** The input's records until the signal is aborted, even while standard input is silent. */
async function* readGroups<T>(
  run: Run<T>,
  input: Input,
  place: { after: number; noteEmpty?(message: string): void },
): AsyncGenerator<Entry[]> {
  const { stdin = process.stdin, source, signal } = run.options;
  const records = readRecords(input, { ...place, meter: run.meter, stdin, source, signal });
  while (!signal?.aborted) {
    const next = await untilAborted(records.next(), signal);
    if (!next || next.done) break;
    yield next.value;
  }
  if (!signal?.aborted) return;
  if (input.type === "stdin") stdin.destroy();
  await records.return(undefined).catch(() => {});
}
