import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBench, type SyncBench, sourceKey } from "./sync.case.ts";

let bench: SyncBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

/** Ten items, so that one or two of them are at most a fifth. */
function fill(version: string | null = null): void {
  for (let n = 0; n < 10; n++) bench.fake.put(`page-${n}`, `text ${n}`, version);
}
const tenTexts = Array.from({ length: 10 }, (_, n) => `text ${n}`);

describe("a reading", () => {
  it("adds what is new, updates what changed, and leaves the rest", async () => {
    fill();
    expect((await bench.sync()).counts).toMatchObject({ listed: 10, read: 10, added: 10 });
    bench.fake.put("page-3", "another text");
    bench.fake.put("page-x", "a new page");
    expect((await bench.sync()).counts).toMatchObject({ added: 1, updated: 1, unchanged: 9, withdrawn: 0 });
    expect(await bench.texts()).toEqual(
      ["a new page", "another text", ...tenTexts.filter((text) => text !== "text 3")].sort(),
    );
  });

  it("keeps the id of a document whose title and text change", async () => {
    bench.fake.put("https://example.org/a", "first");
    await bench.sync();
    const [before] = await bench.documents();
    bench.fake.put("https://example.org/a", "second");
    await bench.sync();
    const [after] = await bench.documents();
    expect(after).toMatchObject({
      documentId: before!.documentId,
      content: "second",
      url: "https://example.org/a",
    });
  });

  it("changes nothing in the catalog when nothing changed", async () => {
    fill();
    await bench.sync();
    const counter = await bench.catalog.changeCounter();
    await bench.sync();
    expect(await bench.catalog.changeCounter()).toBe(counter);
  });

  it("does not fetch an item whose version is the same", async () => {
    fill("1");
    await bench.sync();
    bench.fake.fetched = [];
    bench.fake.put("page-2", "text two", "2");
    await bench.sync();
    expect(bench.fake.fetched).toEqual(["page-2"]);
    await bench.sync({ force: true });
    expect(bench.fake.fetched).toHaveLength(11);
  });

  it("ends immediately when the source states that nothing has changed", async () => {
    fill();
    bench.fake.state = { commit: "a" };
    expect((await bench.sync()).outcome).toBe("complete");
    expect((await bench.sync()).outcome).toBe("unchanged");
    bench.fake.state = { commit: "b" };
    expect((await bench.sync()).outcome).toBe("complete");
  });

  it("reads an item once that is listed twice", async () => {
    fill();
    const report = await bench.sync({
      open: async () => {
        const open = (await bench.fake.open(null))!;
        return {
          ...open,
          async *items() {
            yield* open.items();
            yield* open.items();
          },
        };
      },
    });
    expect(report.counts).toMatchObject({ listed: 10, added: 10 });
  });

  it("counts an item without text, and keeps none of it", async () => {
    fill();
    bench.fake.put("empty", "  \n ");
    bench.fake.items.set("image", { parts: {}, version: "1", fault: "skipped" });
    expect((await bench.sync()).counts).toMatchObject({ added: 10, skipped: 2 });
    bench.fake.fetched = [];
    await bench.sync();
    expect(bench.fake.fetched).not.toContain("image");
  });

  it("keeps what its connector notes for the operator", async () => {
    fill();
    expect((await bench.sync()).message).toBeNull();
    bench.fake.notes = ["3 files are too large", "10 are hidden"];
    expect(await bench.sync()).toMatchObject({
      outcome: "complete",
      message: "3 files are too large; 10 are hidden",
    });
  });

  it("saves an item of more documents than one query can name", async () => {
    const parts = Object.fromEntries(Array.from({ length: 33_000 }, (_, n) => [`part-${n}`, `text ${n}`]));
    bench.fake.items.set("archive", { parts, version: null });
    expect(await bench.sync()).toMatchObject({ outcome: "complete", counts: { added: 33_000 } });
  });

  it("does not bring back a document that someone withdrew", async () => {
    fill();
    await bench.sync();
    const { documentId } = (await bench.documents()).find(({ content }) => content === "text 4")!;
    await bench.catalog.withdrawDocument(documentId);
    bench.fake.put("page-4", "changed text 4");
    await bench.sync();
    await bench.sync({ force: true });
    expect(await bench.texts()).toEqual(tenTexts.filter((text) => text !== "text 4"));
  });
});

describe("what is gone", () => {
  it("is withdrawn when it was seen gone twice", async () => {
    fill("1");
    await bench.sync();
    bench.fake.items.delete("page-0");
    expect((await bench.sync()).counts.withdrawn).toBe(0);
    expect(await bench.texts()).toHaveLength(10);
    expect((await bench.sync()).counts.withdrawn).toBe(1);
    expect(await bench.texts()).toHaveLength(9);
    const { withdrawnDocuments } = await bench.catalog.overlay();
    expect(withdrawnDocuments).toHaveLength(1);
    expect((await bench.sync()).counts.withdrawn).toBe(0);
  });

  it("stays when it is back in between, whether it is read again or not", async () => {
    for (const version of ["1", null]) {
      fill(version);
      await bench.sync();
      const item = bench.fake.items.get("page-0")!;
      bench.fake.items.delete("page-0");
      await bench.sync();
      bench.fake.items.set("page-0", item);
      await bench.sync();
      bench.fake.items.delete("page-0");
      await bench.sync();
      expect(await bench.texts()).toHaveLength(10);
      bench.fake.items.set("page-0", item);
      await bench.sync();
    }
  });

  it("is what the source says is gone, too", async () => {
    fill();
    await bench.sync();
    bench.fake.items.get("page-5")!.fault = "gone";
    await bench.sync();
    await bench.sync();
    expect(await bench.texts()).toEqual(tenTexts.filter((text) => text !== "text 5"));
  });

  it("is not what cannot be read", async () => {
    fill();
    await bench.sync();
    bench.fake.items.get("page-5")!.fault = "gone";
    await bench.sync();
    bench.fake.items.get("page-5")!.fault = "failure";
    const report = await bench.sync();
    expect(report).toMatchObject({ outcome: "complete", counts: { failed: 1, withdrawn: 0 } });
    expect(report.problems).toEqual([{ item: "page-5", message: "it cannot be read" }]);
    bench.fake.items.get("page-5")!.fault = "gone";
    await bench.sync();
    expect(await bench.texts()).toHaveLength(10);
  });

  it("is not what held no text once and cannot be read then", async () => {
    fill();
    await bench.sync();
    bench.fake.items.get("page-5")!.fault = "skipped";
    await bench.sync();
    bench.fake.items.get("page-5")!.fault = "failure";
    expect((await bench.sync()).counts.withdrawn).toBe(0);
    bench.fake.items.get("page-5")!.fault = "skipped";
    expect((await bench.sync()).counts.withdrawn).toBe(0);
    expect((await bench.sync()).counts.withdrawn).toBe(1);
  });

  it("is not what a list of the latest entries leaves out", async () => {
    fill();
    bench.fake.listsAll = false;
    await bench.sync();
    bench.fake.items.clear();
    for (let n = 0; n < 3; n++) await bench.sync();
    expect(await bench.texts()).toHaveLength(10);
  });

  it("a document missing from one whole list is kept while the next list is incomplete", async () => {
    fill("1");
    bench.fake.state = { commit: "a" };
    await bench.sync();
    bench.fake.items.delete("page-0");
    bench.fake.state = { commit: "b" };
    await bench.sync();
    bench.fake.listsAll = false;
    bench.fake.state = { commit: "c" };
    for (let n = 0; n < 3; n++)
      expect(await bench.sync()).toMatchObject({ outcome: "complete", counts: { withdrawn: 0 } });
    expect(await bench.texts()).toHaveLength(10);
    bench.fake.listsAll = true;
    expect((await bench.sync()).counts.withdrawn).toBe(1);
  });

  it("is what an item in an incomplete list contained once", async () => {
    fill("1");
    bench.fake.listsAll = false;
    bench.fake.items.set("list", { parts: { one: "thread one", two: "thread two" }, version: "1" });
    await bench.sync();
    bench.fake.items.set("list", { parts: { one: "thread one" }, version: "2" });
    await bench.sync();
    expect((await bench.sync()).counts.withdrawn).toBe(1);
    expect(await bench.texts()).not.toContain("thread two");
  });

  it("is not what a list that ends early leaves out", async () => {
    fill();
    await bench.sync();
    bench.fake.failsAfter = 4;
    for (let n = 0; n < 3; n++)
      expect(await bench.sync()).toMatchObject({ outcome: "failed", message: "the list ends in the middle" });
    expect(await bench.texts()).toHaveLength(10);
  });

  it("includes a part that its item no longer contains", async () => {
    fill("1");
    bench.fake.items.set("list", { parts: { one: "thread one", two: "thread two" }, version: "1" });
    await bench.sync();
    bench.fake.items.set("list", { parts: { one: "thread one" }, version: "2" });
    await bench.sync();
    expect(await bench.texts()).toContain("thread two");
    await bench.sync();
    expect(await bench.texts()).not.toContain("thread two");
    expect(await bench.texts()).toContain("thread one");
  });

  it("is withdrawn by a run in which the source has not changed since", async () => {
    fill("1");
    await bench.sync();
    bench.fake.items.delete("page-0");
    bench.fake.state = { commit: "b" };
    await bench.sync();
    expect(await bench.sync()).toMatchObject({ outcome: "unchanged", counts: { withdrawn: 1 } });
  });

  it("is held when it is more than a fifth of the source, until that is allowed", async () => {
    fill("1");
    await bench.sync();
    for (const n of [0, 1, 2]) bench.fake.items.delete(`page-${n}`);
    await bench.sync();
    for (let n = 0; n < 2; n++)
      expect(await bench.sync()).toMatchObject({
        outcome: "held",
        message: `3 of its 10 documents are gone, more than a fifth; they were kept. If that is right, run: priorart sync ${sourceKey} --allow-withdrawals`,
        counts: { withdrawn: 0 },
      });
    expect(await bench.sync({ allowWithdrawals: true })).toMatchObject({
      outcome: "complete",
      counts: { withdrawn: 3 },
    });
    expect(await bench.texts()).toHaveLength(7);
  });

  it("is withdrawn when it is exactly a fifth", async () => {
    fill("1");
    await bench.sync();
    for (const n of [0, 1]) bench.fake.items.delete(`page-${n}`);
    await bench.sync();
    expect((await bench.sync()).counts.withdrawn).toBe(2);
  });

  it("comes back as a new document", async () => {
    fill("1");
    await bench.sync();
    const item = bench.fake.items.get("page-0")!;
    bench.fake.items.delete("page-0");
    await bench.sync();
    await bench.sync();
    bench.fake.items.set("page-0", item);
    expect((await bench.sync()).counts.added).toBe(1);
    expect(await bench.texts()).toEqual(tenTexts);
  });
});

describe("a run that stops", () => {
  it("keeps what it read, and the next one resumes from there", async () => {
    for (let n = 0; n < 30; n++) bench.fake.put(`page-${n}`, `text ${n}`);
    const stop = new AbortController();
    bench.fake.onFetch = (item) => item === "page-20" && stop.abort(new Error("stopped"));
    expect((await bench.sync({ signal: stop.signal })).outcome).toBe("interrupted");
    const kept = (await bench.texts()).length;
    expect(kept).toBeGreaterThan(5);
    bench.fake.fetched = [];
    bench.fake.onFetch = () => {};
    expect((await bench.sync()).outcome).toBe("complete");
    expect(bench.fake.fetched).toHaveLength(30 - kept);
    expect(await bench.texts()).toHaveLength(30);
  });

  it("reads everything again after a day, and after a change of the connector", async () => {
    fill();
    const interrupt = async () => {
      const stop = new AbortController();
      bench.fake.onFetch = () => bench.fake.fetched.length === 9 && stop.abort();
      await bench.sync({ signal: stop.signal });
      bench.fake.onFetch = () => {};
      bench.fake.fetched = [];
    };
    await interrupt();
    bench.clock.ms += 25 * 3_600_000;
    await bench.sync();
    expect(bench.fake.fetched).toHaveLength(10);
    bench.fake.fetched = [];
    await interrupt();
    await bench.catalog.write((writer) =>
      writer.declareSource({
        key: sourceKey,
        label: "Notes",
        kind: "other",
        access: "open",
        connector: { kind: "folder", path: "/elsewhere" },
      }),
    );
    await bench.sync();
    expect(bench.fake.fetched).toHaveLength(10);
  });

  it("counts as interrupted when its process was killed", async () => {
    fill();
    await bench.catalog.sync.begin(sourceKey);
    await bench.sync();
    const runs = await bench.catalog.sync.runs(sourceKey, 10);
    expect(runs.map(({ outcome }) => outcome)).toEqual(["complete", "interrupted"]);
  });
});

it("a source that reads the same address as another is refused, and the first keeps it", async () => {
  fill();
  await bench.sync();
  await bench.catalog.write((writer) =>
    writer.declareSource({
      key: "a-second",
      label: "Notes again",
      kind: "other",
      access: "open",
      connector: { kind: "folder", path: "/notes" },
    }),
  );
  expect((await bench.sync()).outcome).toBe("complete");
  const [second] = await bench.catalog.sources();
  const { syncSource } = await import("./sync-source.ts");
  const report = await syncSource(second as Parameters<typeof syncSource>[0], {
    catalog: bench.catalog,
    open: () => bench.fake.open(null),
    parse: async () => [],
    context: {
      http: { send: () => Promise.reject() },
      allowPrivateHosts: [],
      allowFiles: false,
      now: Date.now,
    },
    signal: new AbortController().signal,
  });
  expect(report).toMatchObject({
    outcome: "failed",
    message:
      "the source notes reads the same address: if a-second is its new name, run priorart rename source notes a-second; else change or remove the connector of one of them",
  });
});

it("keeps the last 50 runs of a source", async () => {
  bench.fake.put("page", "text");
  for (let n = 0; n < 55; n++) await bench.sync();
  const runs = await bench.catalog.sync.runs(sourceKey, 100);
  expect(runs).toHaveLength(50);
  expect(runs[0]!.id).toBe(55);
});

it("a removed source takes its documents along, and can be declared again", async () => {
  fill();
  await bench.sync();
  expect(await bench.catalog.sync.removeSource(sourceKey)).toBe(true);
  expect(await bench.catalog.sync.removeSource(sourceKey)).toBe(false);
  expect([await bench.texts(), await bench.catalog.sources()]).toEqual([[], []]);
  expect((await bench.catalog.overlay()).withdrawnDocuments).toHaveLength(10);
  await bench.declare();
  expect((await bench.sync()).counts).toMatchObject({ added: 10 });
});
