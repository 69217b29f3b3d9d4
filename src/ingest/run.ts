/** One import of projects or documents: read, map, check, commit; batch by batch. */
import { once } from "node:events";
import type { z } from "zod";
import type { Catalog } from "../catalog/catalog.ts";
import { Committer, type Incoming } from "./committer.ts";
import { type CsvRow, csvRowReader } from "./csv-row.ts";
import { beginRun, type RunEntry } from "./import-checkpoint.ts";
import type { ImportKind } from "./import-kind.ts";
import { loadMap, type RecordMap } from "./map.ts";
import { ProgressTeller } from "./progress.ts";
import type { Entry, Fault } from "./read/entry.ts";
import { type Input, resolveInputs } from "./read/inputs.ts";
import { readRecords } from "./read/records.ts";
import { RejectsFile } from "./rejects.ts";
import type { ImportOptions, ImportReport } from "./types.ts";
import { createValidator } from "./validate.ts";
import { Warnings } from "./warnings.ts";

/** A transaction holds other processes up, so it ends at whichever comes first. */
const BATCH = { records: 1_000, bytes: 4 * 1024 * 1024 };

/** Throws ImportUsageError, before anything is read, when the inputs or the map cannot be used. */
export async function runImport<S extends z.ZodType, T>(
  catalog: Catalog,
  kind: ImportKind<S, T>,
  { inputs, options }: { inputs: readonly string[]; options: ImportOptions },
): Promise<ImportReport> {
  const resolved = await resolveInputs(inputs, { markdown: kind.markdown, format: options.format });
  const map = options.map === undefined ? null : await loadMap(options.map);
  const run = new Run(catalog, kind, { resolved, map, options });
  return run.execute();
}

class Run<S extends z.ZodType, T> {
  readonly #catalog: Catalog;
  readonly #kind: ImportKind<S, T>;
  readonly #inputs: Input[];
  readonly #map: RecordMap | null;
  readonly #options: ImportOptions;
  readonly #rejects: RejectsFile;
  readonly #warnings = new Warnings();
  readonly #meter = { bytes: 0 };
  readonly #progress: ProgressTeller;
  readonly #committer: Committer<T>;
  readonly #validate: ReturnType<typeof createValidator<S>>;
  readonly #fromCells: (row: CsvRow) => unknown;
  readonly #unknown = new Set<string>();
  #at: Pick<Entry, "file" | "line"> = { file: "", line: 0 };
  #read = 0;
  #rejected = 0;
  #dropped = 0;
  #resumed = 0;

  constructor(
    catalog: Catalog,
    kind: ImportKind<S, T>,
    { resolved, map, options }: { resolved: Input[]; map: RecordMap | null; options: ImportOptions },
  ) {
    this.#catalog = catalog;
    this.#kind = kind;
    this.#inputs = resolved;
    this.#map = map;
    this.#options = options;
    this.#rejects = new RejectsFile(options.dataDir, kind.name);
    const total = resolved.reduce<number | null>(
      (sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes),
      0,
    );
    this.#progress = new ProgressTeller(options.onProgress, this.#meter, total);
    const { dryRun = false } = options;
    this.#committer = new Committer(catalog, kind, {
      rejects: this.#rejects,
      warnings: this.#warnings,
      dryRun,
    });
    this.#validate = createValidator(kind.schema, (path) => this.#noteUnknown(path));
    this.#fromCells = csvRowReader(kind.schema);
  }

  async execute(): Promise<ImportReport> {
    const entries: RunEntry[] = [];
    for (const input of this.#inputs) entries.push(await this.#begin(input));
    this.#continueRejects(entries);
    const started: RunEntry[] = [];
    for (const [index, input] of this.#inputs.entries()) {
      if (this.#options.signal?.aborted) break;
      const entry = entries[index]!;
      started.push(entry);
      await this.#readInput(input, entry);
    }
    const interrupted = this.#options.signal?.aborted === true;
    if (interrupted) await this.#committer.saveProgress(started);
    else await this.#committer.finish(started);
    this.#rejects.flush();
    this.#progress.update(this.#at.file, this.#read, true);
    return {
      read: this.#read,
      ...this.#committer.counts,
      rejected: this.#rejected,
      dropped: this.#dropped,
      resumed: this.#resumed,
      rejectsFile: this.#rejects.path,
      warnings: this.#warnings.list(),
      interrupted,
      seconds: this.#progress.seconds,
    };
  }

  async #begin(input: Input): Promise<RunEntry> {
    const { resume = true, dryRun = false, source = null } = this.#options;
    const entry = await beginRun(this.#catalog, input, {
      kind: this.#kind.name,
      mapDigest: this.#map?.digest ?? null,
      source,
      resume: resume && !dryRun,
    });
    if (entry.resumedAt > 0) {
      this.#resumed += entry.resumedAt;
      this.#rejected += entry.rejectedBefore;
      const { startedAt } = entry.run!;
      this.#warnings.add(
        "resumed",
        `${entry.file}: continued after ${input.type === "markdown" ? "file" : "line"} ${entry.resumedAt}, which the import interrupted after ${startedAt} had reached`,
      );
    }
    return entry;
  }

  /** Each file's row knows the length of the rejects file as of its own last batch; the greatest counts. */
  #continueRejects(entries: readonly RunEntry[]): void {
    const resumed = entries.flatMap(({ run, resumedAt }) => (run !== null && resumedAt > 0 ? [run] : []));
    const path = resumed.findLast((run) => run.rejectsFile !== null)?.rejectsFile;
    if (!path) return;
    const lengths = resumed.filter((run) => run.rejectsFile === path).map((run) => run.rejectsBytes);
    this.#rejects.continue(path, Math.max(...lengths));
  }

  async #readInput(input: Input, entry: RunEntry): Promise<void> {
    const most = this.#kind.batch ?? BATCH;
    let batch: Incoming<T>[] = [];
    let bytes = 0;
    let readTo = entry.handledTo;
    const commit = async () => {
      entry.handledTo = readTo;
      await this.#committer.commit(batch, entry);
      batch = [];
      bytes = 0;
    };
    for await (const group of this.#groups(input, entry)) {
      for (const found of group) {
        this.#at = found;
        for (const prepared of await this.#check(found, entry)) {
          if (batch.length >= most.records) await commit();
          const { file, line, from, bytes } = found;
          batch.push({ ...prepared, entry, file, line, from, bytes });
        }
        bytes += found.bytes;
        readTo = found.to;
        const full = Math.max(batch.length, this.#rejects.waiting) >= most.records || bytes >= most.bytes;
        if (full) await commit();
      }
      this.#progress.update(input.file, this.#read);
    }
    await commit();
  }

  /** The input's records until the signal comes, also while standard input says nothing. */
  async *#groups(input: Input, entry: RunEntry): AsyncGenerator<Entry[]> {
    const { stdin = process.stdin, source, signal } = this.#options;
    const records = readRecords(input, { after: entry.resumedAt, meter: this.#meter, stdin, source });
    if (input.type !== "stdin" || signal === undefined) {
      for await (const group of records) {
        yield group;
        if (signal?.aborted) return;
      }
      return;
    }
    const stopped = once(signal, "abort").then(() => ({ done: true, value: undefined }) as const);
    while (!signal.aborted) {
      const next = records.next();
      // Once the signal came, nobody waits for this any more.
      next.catch(() => {});
      const { done, value } = await Promise.race([next, stopped]);
      if (done) break;
      yield value;
    }
    if (signal.aborted) stdin.destroy();
  }

  /** The records that one entry stands for, checked; what is wrong with them goes to the rejects. */
  async #check(found: Entry, entry: RunEntry) {
    this.#read++;
    if (found.fault !== null) {
      this.#reject(found, entry, { record: null, faults: [found.fault] });
      return [];
    }
    const values = await this.#toNative(found, entry);
    const prepared = [];
    for (const value of values) {
      const named = this.#withSource(value);
      const { value: record, faults } = this.#validate(named);
      if (faults === null) prepared.push(this.#kind.prepare(record));
      else this.#reject(found, entry, { record: this.#kind.identify(named), faults });
    }
    return prepared;
  }

  async #toNative(found: Entry, entry: RunEntry): Promise<unknown[]> {
    if (this.#map === null) return [found.cells ? this.#fromCells(found.value as CsvRow) : found.value];
    const { values, fault } = await this.#map.apply(found.value);
    if (fault !== null) {
      this.#reject(found, entry, { record: this.#kind.identify(found.value), faults: [fault] });
      return [];
    }
    if (values.length === 0) this.#dropped++;
    return values;
  }

  #withSource(value: unknown): unknown {
    const { source } = this.#options;
    if (source === undefined || typeof value !== "object" || value === null || Array.isArray(value))
      return value;
    return "source" in value && value.source !== undefined && value.source !== null
      ? value
      : { ...value, source };
  }

  #reject(
    found: Entry,
    entry: RunEntry,
    { record, faults }: { record: string | null; faults: readonly [Fault, ...Fault[]] },
  ): void {
    this.#rejected++;
    entry.rejected++;
    this.#rejects.add({ file: found.file, line: found.line, record }, faults);
  }

  #noteUnknown(path: string): void {
    if (this.#unknown.has(path) || this.#unknown.size >= 1_000) return;
    this.#unknown.add(path);
    const { file, line } = this.#at;
    const name = path.length > 100 ? `${path.slice(0, 100)}…` : path;
    this.#warnings.add(
      "unknown fields",
      `field "${name}" is not known and was ignored (first in line ${line} of ${file})`,
    );
  }
}
