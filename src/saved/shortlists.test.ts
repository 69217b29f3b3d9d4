import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxItems, maxShortlists } from "../contract/api/console/shortlists.ts";
import { openSavedBench, project, refusalOf, type SavedBench } from "./saved.case.ts";

let bench: SavedBench;
beforeEach(async () => {
  bench = await openSavedBench();
});
afterEach(() => bench.close());

const create = (change: Partial<Parameters<SavedBench["shortlists"]["create"]>[1]> = {}) =>
  bench.shortlists.create(bench.ada, { name: "Wallets", notes: "", ...change });
const keysOf = async (id: string, reader = bench.ada) =>
  (await bench.shortlists.get(reader, id)).items.map(({ key }) => key);

describe("a shortlist", () => {
  it("holds what was added, in that order, with note, time and record", async () => {
    const { id } = await create({ items: [project("b")] });
    bench.time += 1_000;
    const { shortlists, ada } = bench;
    await shortlists.addItems(ada, id, [project("a"), project("b"), { kind: "document", key: "b" }]);
    await shortlists.setNote(ada, id, { item: project("a"), note: "ask them" });
    bench.withdrawn.add("a");
    expect(await shortlists.get(ada, id)).toMatchObject({
      isOwn: true,
      itemCount: 3,
      createdAt: "2026-03-01T12:00:00.000Z",
      updatedAt: "2026-03-01T12:00:01.000Z",
      items: [
        { kind: "project", key: "b", note: "", addedAt: "2026-03-01T12:00:00.000Z" },
        { kind: "project", key: "a", note: "ask them", addedAt: "2026-03-01T12:00:01.000Z", record: null },
        { kind: "document", key: "b", record: { title: "Title of b", origin: "Essays" } },
      ],
    });
    await shortlists.removeItems(ada, id, [project("b"), project("never there")]);
    expect(await keysOf(id)).toEqual(["a", "b"]);
  });

  it("takes no item whose record does not exist, and keeps what it had", async () => {
    const { id } = await create({ items: [project("a")] });
    bench.withdrawn.add("gone");
    const refused = bench.shortlists.addItems(bench.ada, id, [project("b"), project("gone")]);
    expect(await refusalOf(refused)).toBe(
      'missing: items.1: there is no project "gone"; it may have been withdrawn',
    );
    expect(await keysOf(id)).toEqual(["a"]);
    expect(await refusalOf(create({ items: [project("gone")] }))).toMatch(/^missing/);
    expect(await bench.shortlists.list(bench.ada, null)).toHaveLength(1);
  });

  it("keeps the fields that a change leaves out; of two changes of a field the later counts", async () => {
    const { id } = await create({ notes: "first" });
    await bench.shortlists.update(bench.ada, id, { name: "Wallets 2" });
    await bench.shortlists.update(bench.ada, id, { notes: "second" });
    expect(await bench.shortlists.update(bench.ada, id, {})).toMatchObject({
      name: "Wallets 2",
      notes: "second",
    });
    await bench.shortlists.update(bench.ada, id, { name: "third", notes: "" });
    expect(await bench.shortlists.get(bench.ada, id)).toMatchObject({ name: "third", notes: "" });
  });

  it("is listed with the last changed first, and says whether it holds an item", async () => {
    const first = await create({ items: [project("a")] });
    bench.time += 1_000;
    const second = await create({ name: "Bridges" });
    const holds = async (key: string) =>
      (await bench.shortlists.list(bench.ada, project(key))).map((list) => [list.name, list.holds]);
    expect(await holds("a")).toEqual([
      ["Bridges", false],
      ["Wallets", true],
    ]);
    bench.time += 1_000;
    await bench.shortlists.addItems(bench.ada, first.id, [project("c")]);
    expect((await bench.shortlists.list(bench.ada, null)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await bench.shortlists.list(bench.bob, project("a"))).toEqual([]);
  });

  it("does not exist for another member, in any operation", async () => {
    const { id } = await create({ items: [project("a")] });
    const { shortlists, bob } = bench;
    const attempts = [
      shortlists.get(bob, id),
      shortlists.update(bob, id, { name: "mine" }),
      shortlists.remove(bob, id),
      shortlists.copy(bob, id),
      shortlists.share(bob, id, true),
      shortlists.addItems(bob, id, [project("b")]),
      shortlists.removeItems(bob, id, [project("a")]),
      shortlists.setNote(bob, id, { item: project("a"), note: "x" }),
      shortlists.export(bob, id, "csv"),
    ];
    for (const refusal of await Promise.all(attempts.map(refusalOf)))
      expect(refusal).toMatch(/^missing: There is no such/);
    expect(await keysOf(id)).toEqual(["a"]);
  });

  it("is deleted with its member", async () => {
    const { id } = await create({ items: [project("a")] });
    await bench.accounts.removeMember({ id: bench.ada });
    expect(await bench.db.selectFrom("shortlist_item").selectAll().execute()).toEqual([]);
    expect(await refusalOf(bench.shortlists.get(bench.ada, id))).toMatch(/^missing/);
  });
});

describe("sharing", () => {
  it("lets members with the link read and copy, and change nothing, until it ends", async () => {
    const { shortlists, ada, bob } = bench;
    const { id } = await create({ notes: "why", items: [project("a"), project("b")] });
    await shortlists.setNote(ada, id, { item: project("a"), note: "ask" });
    const shareId = (await shortlists.share(ada, id, true)).shareId!;
    expect((await shortlists.share(ada, id, true)).shareId).toBe(shareId);
    expect(await shortlists.get(bob, shareId)).toMatchObject({
      id: shareId,
      isOwn: false,
      shareId: null,
      notes: "why",
      items: [{ key: "a", note: "ask" }, { key: "b" }],
    });
    expect(await refusalOf(shortlists.update(bob, shareId, { name: "mine" }))).toMatch(/^missing/);
    expect(await refusalOf(shortlists.update(ada, shareId, { name: "by link" }))).toMatch(/^missing/);
    const copy = await shortlists.copy(bob, shareId);
    expect(await shortlists.get(bob, copy.id)).toMatchObject({
      name: "Wallets (copy)",
      notes: "why",
      isOwn: true,
      shareId: null,
      items: [{ key: "a", note: "ask" }, { key: "b" }],
    });
    expect((await shortlists.share(ada, id, false)).shareId).toBeNull();
    expect(await refusalOf(shortlists.get(bob, shareId))).toMatch(/^missing/);
    expect((await shortlists.share(ada, id, true)).shareId).not.toBe(shareId);
    expect(await keysOf(copy.id, bob)).toEqual(["a", "b"]);
  });

  it("copies with a name of at most 80 characters", async () => {
    const { id } = await create({ name: "😀".repeat(80) });
    expect([...(await bench.shortlists.copy(bench.ada, id)).name]).toHaveLength(80);
    expect((await bench.shortlists.copy(bench.ada, id, "Mine")).name).toBe("Mine");
  });
});

describe("limits", () => {
  it(`are ${maxItems} items: one more is refused, and nothing of that request is added`, async () => {
    const { id } = await create();
    const keys = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => project(`p${from + at}`));
    await bench.shortlists.addItems(bench.ada, id, keys(0, maxItems - 1));
    const refused = bench.shortlists.addItems(bench.ada, id, [project("x"), project("y")]);
    expect(await refusalOf(refused)).toMatch(/^invalid: items: a shortlist holds at most 1000/);
    expect((await bench.shortlists.addItems(bench.ada, id, [project("x")])).itemCount).toBe(maxItems);
    expect((await bench.shortlists.copy(bench.ada, id)).itemCount).toBe(maxItems);
  });

  it(`are ${maxShortlists} lists of a member, copies included`, async () => {
    let last = "";
    for (let made = 0; made < maxShortlists; made++) last = (await create()).id;
    expect(await refusalOf(create())).toMatch(/^invalid: You have 200 shortlists/);
    expect(await refusalOf(bench.shortlists.copy(bench.ada, last))).toMatch(/^invalid/);
    await bench.shortlists.remove(bench.ada, last);
    expect(await refusalOf(create())).toBe("accepted");
  });
});
