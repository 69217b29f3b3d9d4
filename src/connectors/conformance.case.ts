/** For tests: what every connector guarantees, over a real source that the test serves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ConnectorKind, ConnectorRecordOf } from "../contract/records/connector-record.ts";
import { createHttpClient } from "../net/http-client.ts";
import {
  type Connector,
  type ConnectorContext,
  type Fetched,
  type Item,
  ItemFailure,
  type OpenSource,
  SourceFailure,
  type Validators,
} from "./connector.ts";
import { plain } from "./formats/html/without-title.ts";
import { parse } from "./formats/parse.ts";

/** A source with at least three items that become documents. */
export interface TestSource<Kind extends ConnectorKind> {
  record: ConnectorRecordOf<Kind>;
  context?: Partial<ConnectorContext>;
  /** Changes one item; resolves to its id. */
  change(): Promise<string> | string;
  /** Removes one item; resolves to its id. Missing: the source lists only the latest items. */
  remove?(): Promise<string> | string;
  /** Makes the whole source unreadable. */
  breakIt(): Promise<void> | void;
  close(): Promise<void> | void;
}

export interface Reading {
  items: Item[];
  fetched: Map<string, Fetched>;
  validators: Map<string, Validators>;
  state: Readonly<Record<string, string>> | null;
  listsAll: boolean;
  notes: readonly string[];
}

export function contextOf(change: Partial<ConnectorContext> = {}): ConnectorContext {
  return {
    http: createHttpClient({ allowPrivateHosts: change.allowPrivateHosts ?? ["127.0.0.1"] }),
    allowPrivateHosts: ["127.0.0.1"],
    allowFiles: false,
    state: null,
    signal: new AbortController().signal,
    now: Date.now,
    ...change,
  };
}

export async function itemsOf(source: OpenSource): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source.items()) items.push(item);
  return items;
}

/** Reads everything as a run does, with what an earlier run left; null when the source has not changed since. */
export async function readAll<Kind extends ConnectorKind>(
  connector: Connector<Kind>,
  { record, context }: Pick<TestSource<Kind>, "record" | "context">,
  earlier?: Reading,
): Promise<Reading | null> {
  const source = await connector.open(record, contextOf({ ...context, state: earlier?.state ?? null }));
  if (source === null) return null;
  try {
    const items = await itemsOf(source);
    const fetched = new Map<string, Fetched>();
    const validators = new Map<string, Validators>();
    for (const item of items) {
      const before = earlier?.items.find(({ id }) => id === item.id);
      const isKnown = before !== undefined && item.version !== null && before.version === item.version;
      const known = earlier?.validators.get(item.id) ?? null;
      const found: Fetched = isKnown ? { outcome: "unchanged" } : await source.fetch(item, known);
      fetched.set(item.id, found);
      if (found.outcome === "read" && found.validators) validators.set(item.id, found.validators);
      else if (known) validators.set(item.id, known);
    }
    const notes = source.notes?.() ?? [];
    return { items, fetched, validators, state: source.state(), listsAll: source.listsAll(), notes };
  } finally {
    await source.close();
  }
}

/** Ids of the items with an outcome. */
export const idsWith = (reading: Reading, outcome: Fetched["outcome"]): string[] =>
  [...reading.fetched].flatMap(([id, found]) => (found.outcome === outcome ? [id] : []));

const hostileIds = [
  "",
  "..",
  "../../../../etc/passwd",
  "/etc/passwd",
  "file:///etc/passwd",
  "a/../../../../../etc/passwd",
  "\u0000",
  "-x",
  "--upload-pack=touch /tmp/x",
  "a\nb",
  "HEAD:x",
  "é".repeat(3_000),
  "http://10.0.0.1/x",
];

export function describeConnector<Kind extends ConnectorKind>(
  connector: Connector<Kind>,
  make: () => Promise<TestSource<Kind>>,
): void {
  let source: TestSource<Kind>;
  const read = async (earlier?: Reading) => (await readAll(connector, source, earlier))!;
  const open = (change: Partial<ConnectorContext> = {}) =>
    connector.open(source.record, contextOf({ ...source.context, ...change }));

  describe("a source that stays the same", () => {
    let first: Reading;
    beforeAll(async () => {
      source = await make();
      first = await read();
    });
    afterAll(() => source.close());

    it("lists each item once, under an id of at most 2,000 characters", () => {
      const ids = first.items.map(({ id }) => id);
      expect(ids.length).toBeGreaterThanOrEqual(3);
      expect(new Set(ids).size).toBe(ids.length);
      expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(2_000);
    });

    it("reads items that become documents with a title and content", async () => {
      const documents = [];
      for (const found of first.fetched.values())
        if (found.outcome === "read") documents.push(...(await parse(found.content)));
      expect(documents.length).toBeGreaterThanOrEqual(3);
      for (const { title, content } of documents) expect([title, content]).not.toContain("");
    });

    it("does not repeat a document's title at the beginning of its content", async () => {
      for (const found of first.fetched.values()) {
        if (found.outcome !== "read") continue;
        for (const { title, content } of await parse(found.content)) {
          const lines = content.split("\n").filter((line) => line !== "" && !/^\[page \d+\]/.test(line));
          expect(plain(lines[0] ?? "")).not.toBe(plain(title));
        }
      }
    });

    it("has the same ids again, and nothing new to read", async () => {
      const second = await readAll(connector, source, first);
      if (second === null) return;
      expect(second.items).toEqual(first.items);
      expect(idsWith(second, "read")).toEqual([]);
    });

    it("leaves a state of at most 4 KB", () => {
      expect(JSON.stringify(first.state).length).toBeLessThanOrEqual(4_096);
    });

    it("never reads what an item with a hostile name points to", async () => {
      const opened = (await open())!;
      await itemsOf(opened);
      for (const id of hostileIds) {
        const found = await opened.fetch({ id, version: null }, null).catch((error) => error);
        if (found instanceof Error) expect(found).toBeInstanceOf(ItemFailure);
        else expect([id, found.outcome]).not.toContain("read");
      }
      await opened.close();
    });

    it("ends soon when it is aborted, before and while it lists; closing again does nothing", async () => {
      const before = AbortSignal.abort(new Error("no longer wanted"));
      const listing = (async () => itemsOf((await open({ signal: before }))!))();
      await expect(listing).rejects.toThrow("no longer wanted");

      const during = new AbortController();
      const opened = (await open({ signal: during.signal }))!;
      const reading = (async () => {
        for await (const item of opened.items()) {
          during.abort(new Error("no longer wanted"));
          await opened.fetch(item, null);
        }
      })();
      await expect(reading).rejects.toThrow("no longer wanted");
      await opened.close();
      await opened.close();
    });
  });

  describe("a source that changes", () => {
    let first: Reading;
    beforeEach(async () => {
      source = await make();
      first = await read();
    });
    afterEach(() => source.close());

    it("has a changed item to read, and no other", async () => {
      const changed = await source.change();
      expect(idsWith(await read(first), "read")).toEqual([changed]);
    });

    it("no longer has a removed item", async () => {
      if (source.remove === undefined) return expect(first.listsAll).toBe(false);
      const removed = await source.remove();
      const second = await read(first);
      const isListed = second.items.some(({ id }) => id === removed);
      expect(isListed ? second.fetched.get(removed)?.outcome : second.listsAll).toBe(
        isListed ? "gone" : true,
      );
    });

    it("fails with a reason and no secrets when it cannot be read, and lists nothing as gone", async () => {
      await source.breakIt();
      const failure = await readAll(connector, source, first).catch((error) => error);
      expect([SourceFailure, ItemFailure].some((kind) => failure instanceof kind)).toBe(true);
      expect(failure.message).toMatch(/^[a-zé0-9].{10,400}$/i);
      expect(failure.message).not.toMatch(/secret|token=|password/i);
    });
  });
}
