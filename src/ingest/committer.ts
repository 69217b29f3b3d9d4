/** Puts checked records into the catalog, in batches of one short transaction each. */
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import type { RunEntry } from "./import-checkpoint.ts";
import type { Prepared, RecordStore } from "./import-kind.ts";
import type { RejectsFile } from "./rejects.ts";
import type { Warnings } from "./warnings.ts";

export interface Incoming<T> extends Prepared<T> {
  entry: RunEntry;
  file: string;
  line: number;
  /** Where it begins as the entry's progress counts. */
  from: number;
  bytes: number;
}

export interface Counts {
  inserted: number;
  updated: number;
  unchanged: number;
}

/** Records that wait for the end of the run take at most this much memory; beyond, they go in at once. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** While nothing changes, progress is recorded this often. */
const IDLE_SAVE_MS = 2_000;

interface Plan<T> {
  save: Incoming<T>[];
  wait: Incoming<T>[];
  settled: string[];
  losers: { key: string; contentHash: string }[];
  counts: Counts;
}

export class Committer<T> {
  readonly counts: Counts = { inserted: 0, updated: 0, unchanged: 0 };
  readonly #catalog: Catalog;
  readonly #kind: RecordStore<T>;
  readonly #rejects: RejectsFile;
  readonly #warnings: Warnings;
  readonly #dryRun: boolean;
  /** Content of each key when this run last met it. */
  readonly #seen = new Map<string, { hash: string; file: string; line: number }>();
  /** Content that lost in an earlier run, until it is known whether it loses again: see `superseded.ts`. */
  readonly #waiting = new Map<string, Incoming<T>>();
  #waitingBytes = 0;
  /** What a dry run would have written. */
  readonly #imagined = new Map<string, string>();
  #savedAt = performance.now();

  constructor(
    catalog: Catalog,
    kind: RecordStore<T>,
    run: { rejects: RejectsFile; warnings: Warnings; dryRun: boolean },
  ) {
    this.#catalog = catalog;
    this.#kind = kind;
    this.#rejects = run.rejects;
    this.#warnings = run.warnings;
    this.#dryRun = run.dryRun;
  }

  /** All records of the batch come from `entry`. */
  async commit(batch: readonly Incoming<T>[], entry: RunEntry): Promise<void> {
    if (batch.length === 0) {
      if (!this.#dryRun) await this.#idle(entry);
      return;
    }
    const losers = this.#notice(batch);
    const latest = new Map(batch.map((record) => [record.key, record]));
    const repeated = batch.length - latest.size;
    if (this.#dryRun) {
      const { counts } = await this.#plan(this.#imaginedCatalog(), latest, losers);
      for (const { key, contentHash } of latest.values()) this.#imagined.set(key, contentHash);
      this.#count(counts, repeated);
      return;
    }
    this.#rejects.flush();
    const outlook = await this.#plan(this.#catalog, latest, losers);
    if (outlook.save.length === 0 && outlook.losers.length === 0) {
      // Nothing to write, so no other process needs to wait for a lock.
      this.#settle(outlook);
      this.#count(outlook.counts, repeated);
      await this.#idle(entry);
      return;
    }
    const plan = await this.#catalog.write(async (writer) => {
      const plan = await this.#plan(writer, latest, losers);
      this.#settle(plan);
      await this.#write(writer, plan);
      await entry.save(writer, this.#rejects);
      return plan;
    });
    this.#savedAt = performance.now();
    this.#count(plan.counts, repeated);
  }

  /** What still waits was not replaced by anything later: it goes in. Then every file is finished. */
  async finish(entries: readonly RunEntry[]): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.counts.updated += waiting.length;
    this.counts.unchanged -= waiting.length;
    if (this.#dryRun) return;
    this.#rejects.flush();
    await this.#catalog.write(async (writer) => {
      await this.#save(writer, waiting);
      for (const { entry, from } of waiting) entry.waiting.delete(from);
      for (const entry of entries) await entry.save(writer, this.#rejects, writer.now);
    });
  }

  async saveProgress(entries: readonly RunEntry[]): Promise<void> {
    if (this.#dryRun) return;
    this.#rejects.flush();
    await this.#catalog.write(async (writer) => {
      for (const entry of entries) await entry.save(writer, this.#rejects);
    });
    this.#savedAt = performance.now();
  }

  async #idle(entry: RunEntry): Promise<void> {
    this.#rejects.flush();
    if (performance.now() - this.#savedAt > IDLE_SAVE_MS) await this.saveProgress([entry]);
  }

  #imaginedCatalog(): Pick<Catalog, "hashes" | "superseded"> {
    return {
      superseded: (kind, keys) => this.#catalog.superseded(kind, keys),
      hashes: async (kind, keys) => {
        const hashes = await this.#catalog.hashes(kind, keys);
        for (const key of keys) {
          const imagined = this.#imagined.get(key);
          if (imagined !== undefined) hashes.set(key, imagined);
        }
        return hashes;
      },
    };
  }

  /** Remembers what the run has met; returns contents that a later record of the run replaced. */
  #notice(batch: readonly Incoming<T>[]): { key: string; contentHash: string }[] {
    const losers: { key: string; contentHash: string }[] = [];
    for (const { key, contentHash, file, line } of batch) {
      const before = this.#seen.get(key);
      this.#seen.set(key, { hash: contentHash, file, line });
      if (before === undefined || before.hash === contentHash) continue;
      losers.push({ key, contentHash: before.hash });
      const places =
        before.file === file
          ? `lines ${before.line} and ${line} of ${file}`
          : `line ${before.line} of ${before.file} and line ${line} of ${file}`;
      this.#warnings.add(
        "records given twice",
        `${this.#kind.keyName} ${JSON.stringify(key)} is given twice with different content (${places}): the later one was kept`,
      );
    }
    return losers;
  }

  async #plan(
    reader: Pick<Catalog, "hashes" | "superseded">,
    latest: ReadonlyMap<string, Incoming<T>>,
    losers: readonly { key: string; contentHash: string }[],
  ): Promise<Plan<T>> {
    const keys = [...latest.keys()];
    const kind = this.#kind.recordKind;
    const stored = await reader.hashes(kind, keys);
    const known = await reader.superseded(kind, keys);
    const isKnown = (loser: { key: string; contentHash: string }) =>
      known.get(loser.key)?.has(loser.contentHash);
    const plan: Plan<T> = {
      save: [],
      wait: [],
      settled: [],
      losers: losers.filter((loser) => !isKnown(loser)),
      counts: { inserted: 0, updated: 0, unchanged: 0 },
    };
    let waitingBytes = this.#waitingBytes;
    for (const [key, record] of latest) {
      const now = stored.get(key);
      if (now === record.contentHash) {
        plan.settled.push(key);
        plan.counts.unchanged++;
      } else if (now !== undefined && isKnown(record) && waitingBytes + record.bytes <= MAX_WAITING_BYTES) {
        waitingBytes += record.bytes;
        plan.wait.push(record);
        plan.counts.unchanged++;
      } else {
        plan.save.push(record);
        plan.settled.push(key);
        plan.counts[now === undefined ? "inserted" : "updated"]++;
        // The part of the run before the interruption may have written it: as good as given twice.
        if (now !== undefined && record.entry.resumedAt > 0) plan.losers.push({ key, contentHash: now });
      }
    }
    return plan;
  }

  #settle(plan: Plan<T>): void {
    const drop = (key: string) => {
      const waited = this.#waiting.get(key);
      if (waited === undefined) return;
      this.#waiting.delete(key);
      this.#waitingBytes -= waited.bytes;
      waited.entry.waiting.delete(waited.from);
    };
    for (const key of plan.settled) drop(key);
    for (const record of plan.wait) {
      drop(record.key);
      this.#waiting.set(record.key, record);
      this.#waitingBytes += record.bytes;
      record.entry.waiting.add(record.from);
    }
  }

  async #write(writer: CatalogWriter, plan: Plan<T>): Promise<void> {
    await this.#save(writer, plan.save);
    await writer.addSuperseded(this.#kind.recordKind, plan.losers);
  }

  #save(writer: CatalogWriter, records: readonly Incoming<T>[]): Promise<void> {
    const values = records.map((record) => record.value);
    return this.#kind.save(writer, values, (message) => this.#warnings.add("hackathons", message));
  }

  #count(counts: Counts, repeated: number): void {
    this.counts.inserted += counts.inserted;
    this.counts.updated += counts.updated;
    this.counts.unchanged += counts.unchanged + repeated;
  }
}
