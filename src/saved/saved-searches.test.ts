import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxSavedSearches } from "../contract/api/console/saved-searches.ts";
import { openSavedBench, refusalOf, type SavedBench } from "./saved.case.ts";

let bench: SavedBench;
beforeEach(async () => {
  bench = await openSavedBench();
});
afterEach(() => bench.close());

const wallets = {
  name: "Wallets",
  page: "projects" as const,
  state: "query=wallet&winnersOnly=true",
  request: { query: "wallet", filters: { winnersOnly: true } },
};
const save = () => bench.searches.create(bench.ada, wallets);

describe("a saved search", () => {
  it("is new with nothing new: its first results were looked at", async () => {
    const search = await save();
    expect(search).toMatchObject({
      name: "Wallets",
      page: "projects",
      state: "query=wallet&winnersOnly=true",
      seenRevision: "r1",
      seenAt: "2026-03-01T12:00:00.000Z",
      newResults: 0,
    });
    expect(bench.searched).toMatchObject([
      { page: "projects", limit: 100, request: { query: "wallet", filters: { winnersOnly: true } } },
    ]);
    expect(await bench.searches.list(bench.ada)).toEqual({ searches: [search], revision: "r1" });
  });

  it("reports after a publish what is new since the last visit, and searches for that once", async () => {
    const { id } = await save();
    bench.revision = "r2";
    bench.results = ["d", "a", "e", "c"];
    expect((await bench.searches.list(bench.ada)).searches[0]!.newResults).toBeNull();
    expect(await bench.searches.isStale(bench.ada, id)).toBe(true);
    const first = await bench.searches.check(bench.ada, id);
    expect([first.newKeys, first.search.newResults]).toEqual([["d", "e"], 2]);
    expect(first.newTitles).toEqual(["Title of d", "Title of e"]);
    bench.withdrawn.add("e");
    expect((await bench.searches.check(bench.ada, id)).newTitles).toEqual(["Title of d", "e"]);
    expect((await bench.searches.list(bench.ada)).searches[0]!.newResults).toBe(2);
    expect(await bench.searches.isStale(bench.ada, id)).toBe(false);
    expect((await bench.searches.check(bench.ada, id)).newKeys).toEqual(["d", "e"]);
    expect(bench.searched).toHaveLength(2);
  });

  it("once looked at has nothing new until the next publish", async () => {
    const { id } = await save();
    bench.revision = "r2";
    bench.results = ["d", "a"];
    bench.time += 60_000;
    const seen = await bench.searches.see(bench.ada, id);
    expect([seen.newKeys, seen.search.newResults, seen.search.seenRevision]).toEqual([["d"], 0, "r2"]);
    expect(seen.search.seenAt).toBe("2026-03-01T12:01:00.000Z");
    expect((await bench.searches.see(bench.ada, id)).newKeys).toEqual([]);
    bench.revision = "r3";
    bench.results = ["b", "d", "a"];
    // It left the results and came back: new since the last look.
    expect((await bench.searches.check(bench.ada, id)).newKeys).toEqual(["b"]);
  });

  it("does not report a result that was hidden behind the first hundred, and moves up", async () => {
    const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `p${from + at}`);
    bench.results = keys(0, 100);
    const { id } = await save();
    bench.revision = "r2";
    bench.results = ["new", ...keys(3, 50), "newer", ...keys(50, 102)];
    expect((await bench.searches.check(bench.ada, id)).newKeys).toEqual(["new", "newer"]);
    bench.revision = "r3";
    bench.results = keys(200, 300);
    expect((await bench.searches.check(bench.ada, id)).newKeys).toEqual(bench.results);
  });

  it("is compared again after each publish", async () => {
    const { id } = await save();
    for (const [revision, results, fresh] of [
      ["r2", ["x"], ["x"]],
      ["r3", ["x", "y"], ["x", "y"]],
      ["r4", ["a"], []],
    ] as const) {
      bench.revision = revision;
      bench.results = [...results];
      expect((await bench.searches.check(bench.ada, id)).newKeys).toEqual(fresh);
    }
  });

  it("does not exist for another member, and goes with its own", async () => {
    const { id } = await save();
    const { searches, bob } = bench;
    const attempts = [
      searches.rename(bob, id, "mine"),
      searches.check(bob, id),
      searches.see(bob, id),
      searches.isStale(bob, id),
      searches.remove(bob, id),
    ];
    for (const refusal of await Promise.all(attempts.map(refusalOf)))
      expect(refusal).toMatch(/^missing: There is no such saved search/);
    expect((await searches.rename(bench.ada, id, "Purses")).name).toBe("Purses");
    await searches.remove(bench.ada, id);
    await save();
    await bench.accounts.removeMember({ id: bench.ada });
    expect(await bench.db.selectFrom("saved_search").selectAll().execute()).toEqual([]);
  });

  it("of a release that accepted other requests can still be listed and deleted", async () => {
    const { id } = await save();
    await bench.db.updateTable("saved_search").set({ request: '{"query":7}' }).execute();
    bench.revision = "r2";
    expect((await bench.searches.list(bench.ada)).searches).toMatchObject([{ id, newResults: null }]);
    await expect(bench.searches.check(bench.ada, id)).rejects.toThrow(/earlier release/);
    await bench.searches.remove(bench.ada, id);
  });

  it(`is one of at most ${maxSavedSearches}, also when several are saved at the same time`, async () => {
    for (let made = 0; made < maxSavedSearches - 1; made++) await save();
    const outcomes = await Promise.all([refusalOf(save()), refusalOf(save()), refusalOf(save())]);
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    const { length } = bench.searched;
    expect(await refusalOf(save())).toMatch(/^invalid: You have 200 saved searches/);
    expect(bench.searched).toHaveLength(length);
  });

  it("keeps a request with a deeply nested field that its operation ignores", async () => {
    const levels = 4_900;
    const request = { query: "x", ignored: JSON.parse("[".repeat(levels) + "]".repeat(levels)) };
    const { id } = await bench.searches.create(bench.ada, { ...wallets, page: "archive", request });
    expect((await bench.searches.see(bench.ada, id)).newKeys).toEqual([]);
  });
});
