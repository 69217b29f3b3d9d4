/** Reads one source: the documents of the catalog become those that its connector finds. */
import { pMapIterable } from "p-map";
import type { SourceItem } from "../catalog/sync/items.ts";
import { noCounts, type SyncOutcome, type SyncRun } from "../catalog/sync/runs.ts";
import type { SyncState } from "../catalog/sync/state.ts";
import type { Item, OpenSource } from "../connectors/connector.ts";
import { readsPages } from "../contract/records/connector-record.ts";
import { contentDigest } from "../digest/content-digest.ts";
import { addressConflict } from "./address-conflict.ts";
import { BatchWriter } from "./batch-writer.ts";
import { NOT_THERE, readItem } from "./read-item.ts";
import type { ConnectedSource, SyncOptions, SyncReport } from "./types.ts";

/** Items fetched and parsed at the same time; the pauses between requests to one host are the client's. */
const CONCURRENCY = 4;
/** Problems kept with a run. */
const MAX_PROBLEMS = 20;
/** A run that would withdraw a greater part of a source is held. */
const WITHDRAWN_PART = 1 / 5;
/** What an interrupted run read is read again after this time. */
const RESUMED_MS = 86_400_000;

/**
 * Never throws for a source that cannot be read: the report states it. Call it for one source at a time, holding the
 * lock of sync.
 */
export async function syncSource(source: ConnectedSource, options: SyncOptions): Promise<SyncReport> {
  const store = options.catalog.sync;
  const earlier = await store.state(source.key);
  const connector = contentDigest(source.connector);
  const sameConnector = earlier?.connector === connector;
  const resumes = sameConnector && !options.force ? await interruptedSince(source.key, options) : null;
  const run = startedRun(source, await store.begin(source.key), options);
  const failures = earlier?.failures ?? 0;
  let state: SyncState = { connector, state: null, failures };
  let cause: unknown;
  let named: readonly string[] = [];
  try {
    const conflict = await addressConflict(source, options.catalog);
    if (conflict !== null) throw new Error(conflict);
    const known = sameConnector && !options.force ? earlier.state : null;
    const reading = new Reading({ source, options, run, resumes, state: known });
    state = { connector, state: await reading.execute(), failures: 0 };
    named = reading.named;
  } catch (error) {
    const stopped = options.signal.aborted;
    run.outcome = stopped ? "interrupted" : "failed";
    run.message = stopped ? null : messageOf(error);
    state = { connector, state: null, failures: stopped ? failures : failures + 1 };
    if (!stopped) cause = error;
  }
  run.finishedAt = new Date(options.context.now()).toISOString();
  await store.finish(run, state, named);
  return cause === undefined ? run : { ...run, cause };
}

/** The first of the runs that were interrupted one after the other, up to the latest; null when it was not. */
async function interruptedSince(source: string, { catalog, context }: SyncOptions): Promise<number | null> {
  const oldest = new Date(context.now() - RESUMED_MS).toISOString();
  let first: number | null = null;
  for (const { id, outcome, startedAt } of await catalog.sync.runs(source, 50)) {
    if ((outcome !== "interrupted" && outcome !== "running") || startedAt < oldest) break;
    first = id;
  }
  return first;
}

function startedRun(source: ConnectedSource, id: number, { context }: SyncOptions): SyncRun {
  return {
    id,
    source: source.key,
    startedAt: new Date(context.now()).toISOString(),
    finishedAt: null,
    outcome: "running",
    message: null,
    counts: { ...noCounts },
    problems: [],
  };
}

interface ReadingOptions {
  source: ConnectedSource;
  options: SyncOptions;
  run: SyncRun;
  /** Items that this run or a later one read are current. */
  resumes: number | null;
  state: SyncState["state"];
}

class Reading {
  readonly #source: ConnectedSource;
  readonly #options: SyncOptions;
  readonly #run: SyncRun;
  readonly #from: Pick<ReadingOptions, "resumes" | "state">;
  readonly #writer: BatchWriter;
  readonly #seen = new Set<string>();
  readonly #gone: string[] = [];
  /** Items that must exist. */
  readonly named: string[] = [];
  #known = new Map<string, SourceItem>();
  #done = 0;

  constructor({ source, options, run, resumes, state }: ReadingOptions) {
    this.#source = source;
    this.#options = options;
    this.#run = run;
    this.#from = { resumes, state };
    this.#writer = new BatchWriter(options.catalog.sync, run);
  }

  /** Returns the state for the next run. */
  async execute(): Promise<SyncState["state"]> {
    const { signal, context } = this.#options;
    const { state } = this.#from;
    const open = await this.#options.open(this.#source.connector, { ...context, state, signal });
    if (open === null) return (await this.#withdrawGone("unchanged", () => true)) ? state : null;
    try {
      this.#known = await this.#options.catalog.sync.items(this.#source.key);
      await this.#readAll(open).finally(() => this.#writer.flush());
      this.#run.message = open.notes?.().join("; ") || null;
      await this.#markGone(open);
      const listsAll = open.listsAll();
      const isSettled = await this.#withdrawGone("complete", (item) => listsAll || this.#seen.has(item));
      await this.#findBoilerplate();
      return isSettled && this.#run.counts.failed === 0 ? open.state() : null;
    } finally {
      await open.close();
    }
  }

  async #readAll(open: OpenSource): Promise<void> {
    const { signal } = this.#options;
    const tasks = pMapIterable(this.#listed(open), (item) => this.#read(open, item), {
      concurrency: CONCURRENCY,
      backpressure: 2 * CONCURRENCY,
    });
    for await (const write of tasks) {
      signal.throwIfAborted();
      await write();
      this.#done++;
      this.#report();
    }
    signal.throwIfAborted();
  }

  async *#listed(open: OpenSource): AsyncGenerator<Item> {
    for await (const item of open.items()) {
      this.#options.signal.throwIfAborted();
      if (this.#seen.has(item.id)) continue;
      this.#seen.add(item.id);
      if (item.mustExist) this.named.push(item.id);
      this.#run.counts.listed++;
      yield item;
    }
  }

  /** Resolves to what is then written, in the order of the list. */
  async #read(open: OpenSource, item: Item): Promise<() => Promise<void> | void> {
    const known = this.#known.get(item.id) ?? null;
    if (known !== null && this.#isCurrent(item, known)) return () => this.#writer.present(item.id);
    try {
      const { key, formerKeys } = this.#source;
      const result = await readItem(open, item, {
        ...this.#options,
        source: key,
        idKey: formerKeys?.[0],
        known,
      });
      const { counts } = this.#run;
      if (result.outcome === "unchanged") return () => this.#writer.present(item.id);
      if (result.outcome === "gone" && item.mustExist && known === null) throw new Error(NOT_THERE);
      if (result.outcome === "gone") return () => void this.#gone.push(item.id);
      counts.read++;
      if (result.documents.length === 0) counts.skipped++;
      return () => this.#writer.read(item, result);
    } catch (error) {
      this.#options.signal.throwIfAborted();
      return () => this.#fail(item.id, error);
    }
  }

  #isCurrent(item: Item, known: SourceItem): boolean {
    if (this.#options.force) return false;
    const { resumes } = this.#from;
    if (resumes !== null && known.readRun >= resumes) return true;
    return item.version !== null && item.version === known.version;
  }

  #fail(item: string, error: unknown): Promise<void> {
    const { counts, problems } = this.#run;
    counts.failed++;
    if (problems.length < MAX_PROBLEMS) problems.push({ item, message: messageOf(error) });
    return this.#writer.failed(item);
  }

  /** Only web pages repeat what is not their text, such as menus and footers. */
  async #findBoilerplate(): Promise<void> {
    const { key, connector } = this.#source;
    const { counts } = this.#run;
    if (readsPages(connector) && counts.read + counts.withdrawn > 0)
      await this.#options.catalog.sync.findBoilerplate(key);
  }

  async #markGone(open: OpenSource): Promise<void> {
    const unlisted = open.listsAll() ? [...this.#known.keys()].filter((name) => !this.#seen.has(name)) : [];
    const gone = [...this.#gone, ...unlisted];
    await this.#options.catalog.sync.markGone(this.#source.key, this.#run.id, gone);
  }

  /**
   * Withdraws what an earlier run found gone, of the items of which this run knows. False when some of it is kept: it is
   * too much, or this run's list does not tell.
   */
  async #withdrawGone(outcome: SyncOutcome, isKnown: (item: string) => boolean): Promise<boolean> {
    const { sync } = this.#options.catalog;
    const { key } = this.#source;
    const marked = await sync.goneDocuments(key, this.#run.id);
    const gone = marked.filter(({ item }) => isKnown(item)).map(({ documentId }) => documentId);
    const all = await sync.countDocuments(key);
    if (gone.length > all * WITHDRAWN_PART && !this.#options.allowWithdrawals) {
      this.#run.outcome = "held";
      this.#run.message =
        `${gone.length} of its ${all} documents are gone, more than a fifth; they were kept. If that is right, run: ` +
        `priorart sync ${key} --allow-withdrawals`;
      return false;
    }
    await sync.withdraw(gone);
    this.#run.counts.withdrawn = gone.length;
    this.#run.outcome = outcome;
    return gone.length === marked.length;
  }

  #report(): void {
    const { counts } = this.#run;
    this.#options.onProgress?.({
      source: this.#source.key,
      listed: counts.listed,
      done: this.#done,
      changed: counts.added + counts.updated,
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
