import { afterEach, beforeEach, expect, it } from "vitest";
import { openBench, type SyncBench, sourceKey } from "./sync.case.ts";
import { syncSources } from "./sync-sources.ts";
import type { ConnectedSource } from "./types.ts";

let bench: SyncBench;
beforeEach(async () => {
  bench = await openBench();
  for (let n = 0; n < 10; n++) bench.fake.put(`page ${n}`, `text ${n}`);
});
afterEach(() => bench.close());

/** Reads the source, which is removed before the first item is parsed. */
async function syncRemoved() {
  let isRemoved = false;
  return bench.sync({
    force: true,
    async parse(content) {
      if (!isRemoved) await bench.catalog.sync.removeSource(sourceKey);
      isRemoved = true;
      return bench.options.parse(content);
    },
  });
}

it.each(["never", "before"])(
  "a source that is removed while it is read stays removed; read %s",
  async (read) => {
    if (read === "before") await bench.sync();
    expect(await syncRemoved()).toMatchObject({
      outcome: "failed",
      message: "the source was removed while it was read",
      counts: { added: 0 },
    });
    expect([await bench.texts(), await bench.catalog.sources()]).toEqual([[], []]);
    expect(await bench.catalog.sync.runs(sourceKey, 10)).toEqual([]);
  },
);

it("a source that is removed before its turn is not read, and the others are", async () => {
  const [source] = await bench.catalog.sources();
  await bench.catalog.sync.removeSource(sourceKey);
  const other = { ...source, key: "others", connector: { kind: "folder", path: "/others" } };
  await bench.catalog.write((writer) => writer.declareSource(other as never));
  const reports = await syncSources([source, other] as ConnectedSource[], bench.options);
  expect(reports).toMatchObject([{ source: "others", outcome: "complete" }]);
});
