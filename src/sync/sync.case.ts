/** A source in memory, and a catalog that it is read into. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import type { CatalogDocument } from "../catalog/types.ts";
import {
  type Fetched,
  type Item,
  ItemFailure,
  type OpenSource,
  SourceFailure,
} from "../connectors/connector.ts";
import { databaseAt } from "../database/database-at.case.ts";
import { syncSource } from "./sync-source.ts";
import type { ConnectedSource, SyncOptions, SyncReport } from "./types.ts";

export interface FakeItem {
  /** Texts by part; the part `""` is the item's only document. */
  parts: Record<string, string>;
  version: string | null;
  /** What reading it gives instead of its content. */
  fault?: "failure" | "gone" | "skipped";
  /** As `Item` has it. */
  mustExist?: boolean;
}

export class FakeSource {
  items = new Map<string, FakeItem>();
  listsAll = true;
  /** Fails after listing this many items. */
  failsAfter: number | null = null;
  state: Record<string, string> | null = null;
  notes: string[] = [];
  /** Names of the items fetched, in order. */
  fetched: string[] = [];
  /** Called before each fetch. */
  onFetch: (item: string) => void = () => {};

  put(id: string, text: string, version: string | null = null): void {
    this.items.set(id, { parts: { "": text }, version });
  }

  async open(known: Readonly<Record<string, string>> | null): Promise<OpenSource | null> {
    if (known !== null && this.state !== null && JSON.stringify(known) === JSON.stringify(this.state))
      return null;
    const source = this;
    return {
      async *items() {
        let listed = 0;
        for (const [id, { version, mustExist }] of source.items) {
          if (listed++ === source.failsAfter) throw new SourceFailure("the list ends in the middle");
          yield { id, version, mustExist };
        }
        if (source.failsAfter !== null && source.failsAfter >= listed)
          throw new SourceFailure("the list ends in the middle");
      },
      fetch: (item) => source.#fetch(item),
      listsAll: () => source.listsAll,
      state: () => source.state,
      notes: () => source.notes,
      close: async () => {},
    };
  }

  async #fetch({ id }: Item): Promise<Fetched> {
    this.onFetch(id);
    this.fetched.push(id);
    const item = this.items.get(id)!;
    if (item.fault === "failure") throw new ItemFailure("it cannot be read");
    if (item.fault === "gone") return { outcome: "gone" };
    if (item.fault === "skipped") return { outcome: "skipped", reason: "an image" };
    const bytes = Buffer.from(JSON.stringify(item.parts));
    return { outcome: "read", content: { format: "text", bytes, name: id, hints: {} } };
  }
}

const parse: SyncOptions["parse"] = async ({ bytes }) =>
  Object.entries(JSON.parse(Buffer.from(bytes).toString()) as Record<string, string>).map(
    ([part, content]) => ({
      part: part === "" ? null : part,
      title: `Title ${part}`,
      author: null,
      url: null,
      publishedAt: null,
      content,
    }),
  );

export interface SyncBench {
  catalog: Catalog;
  fake: FakeSource;
  options: SyncOptions;
  /** Declares the source, as the bench did at first. */
  declare(): Promise<unknown>;
  /** Reads the source once; `change` is merged into the options. */
  sync(change?: Partial<SyncOptions>): Promise<SyncReport>;
  /** Contents of the catalog's documents, sorted. */
  texts(): Promise<string[]>;
  documents(): Promise<CatalogDocument[]>;
  clock: { ms: number };
  close(): Promise<void>;
}

export const sourceKey = "notes";

export async function openBench(): Promise<SyncBench> {
  const folder = await mkdtemp(join(tmpdir(), "priorart-sync-"));
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const catalog = await openCatalog(databaseAt(join(folder, "catalog.db")), {
    now: () => new Date(clock.ms),
  });
  const fake = new FakeSource();
  const declared = {
    key: sourceKey,
    label: "Notes",
    kind: "other" as const,
    access: "open" as const,
    connector: { kind: "folder" as const, path: "/notes" },
  };
  const declare = () => catalog.write((writer) => writer.declareSource(declared));
  await declare();
  const documents = async () => {
    const all: CatalogDocument[] = [];
    for await (const page of catalog.documents()) all.push(...page);
    return all;
  };
  const options: SyncOptions = {
    catalog,
    open: (_, { state }) => fake.open(state),
    parse,
    context: {
      http: { send: () => Promise.reject(new Error("no network")) },
      allowPrivateHosts: [],
      allowFiles: false,
      now: () => clock.ms,
    },
    signal: new AbortController().signal,
  };
  return {
    catalog,
    fake,
    clock,
    options,
    declare,
    documents,
    sync: async (change) => {
      const source = (await catalog.sources()).find(({ key }) => key === sourceKey) as ConnectedSource;
      clock.ms += 60_000;
      return syncSource(source, { ...options, ...change });
    },
    texts: async () => (await documents()).map(({ content }) => content).sort(),
    async close() {
      await catalog.close();
      await rm(folder, { recursive: true });
    },
  };
}
