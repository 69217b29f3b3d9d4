import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBench, type SyncBench } from "./sync.case.ts";

let bench: SyncBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

/** Enough that one is at most a fifth. */
const others = Array.from({ length: 10 }, (_, n) => `text ${n}`);

describe("an address that someone named and that does not exist", () => {
  const address = "https://example.org/paper.pdf";
  const put = (fault?: "gone") =>
    bench.fake.items.set(address, { parts: { "": "paper" }, version: null, fault, mustExist: true });
  const wrong = { item: address, message: "the address does not exist" };

  it("is reported as long as it was never read; an item that a crawl found is not", async () => {
    put("gone");
    bench.fake.items.set("page", { parts: {}, version: null, fault: "gone" });
    for (const force of [false, true, false]) {
      const { outcome, counts, problems } = await bench.sync({ force });
      expect([outcome, counts.failed, problems]).toEqual(["complete", 1, [wrong]]);
    }
  });

  it("is withdrawn when it was read before, stays so without a report, and is read again when it is back", async () => {
    for (const text of others) bench.fake.put(text, text);
    put();
    await bench.sync();
    put("gone");
    for (const [withdrawn, force] of [
      [0, false],
      [1, false],
      [0, false],
      [0, true],
    ] as const) {
      const { counts, problems } = await bench.sync({ force });
      expect([counts.withdrawn, counts.failed, problems]).toEqual([withdrawn, 0, []]);
    }
    expect(await bench.texts()).toEqual(others);
    put();
    expect((await bench.sync()).counts).toMatchObject({ added: 1, failed: 0 });
    expect(await bench.texts()).toContain("paper");
  });
});
