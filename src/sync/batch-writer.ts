/** Gathers what a run reads, and writes it in short transactions. */
import type { ItemToSave } from "../catalog/sync/items.ts";
import type { SyncRun } from "../catalog/sync/runs.ts";
import type { SyncStore } from "../catalog/sync/sync-store.ts";
import type { CatalogDocument } from "../catalog/types.ts";
import type { Item, Validators } from "../connectors/connector.ts";

/** Bounds of a transaction, whichever is reached first: other processes wait for it. */
const BATCH = { items: 200, characters: 4_000_000, ms: 5_000 };

export class BatchWriter {
  readonly #store: SyncStore;
  readonly #run: SyncRun;
  #items: ItemToSave[] = [];
  #documents = new Map<string, CatalogDocument>();
  #present: string[] = [];
  #failed: string[] = [];
  #characters = 0;
  #since = performance.now();

  constructor(store: SyncStore, run: SyncRun) {
    this.#store = store;
    this.#run = run;
  }

  /** The item has not changed. */
  async present(item: string): Promise<void> {
    this.#present.push(item);
    await this.#flushIfDue();
  }

  /** The item cannot be read: what an earlier run found gone counts no longer. */
  async failed(item: string): Promise<void> {
    this.#failed.push(item);
    await this.#flushIfDue();
  }

  async read(
    item: Item,
    { documents, validators }: { documents: readonly CatalogDocument[]; validators: Validators | null },
  ): Promise<void> {
    for (const document of documents) {
      this.#documents.set(document.documentId, document);
      this.#characters += document.content.length;
    }
    this.#items.push({
      item: item.id,
      version: item.version,
      etag: validators?.etag ?? null,
      lastModified: validators?.lastModified ?? null,
      documentIds: [...new Set(documents.map(({ documentId }) => documentId))],
    });
    await this.#flushIfDue();
  }

  async flush(): Promise<void> {
    if (this.#waiting === 0) return;
    const batch = {
      items: this.#items,
      documents: [...this.#documents.values()],
      present: this.#present,
      failed: this.#failed,
    };
    this.#items = [];
    this.#documents = new Map();
    this.#present = [];
    this.#failed = [];
    this.#characters = 0;
    const { id: run, source, counts } = this.#run;
    const { added, updated, unchanged } = await this.#store.commit({ source, run, ...batch });
    counts.added += added;
    counts.updated += updated;
    counts.unchanged += unchanged;
    this.#since = performance.now();
  }

  get #waiting(): number {
    return this.#items.length + this.#present.length + this.#failed.length;
  }

  async #flushIfDue(): Promise<void> {
    const late = performance.now() - this.#since > BATCH.ms;
    if (this.#waiting >= BATCH.items || this.#characters >= BATCH.characters || late) await this.flush();
  }
}
