/** Shortlists over HTTP: by their owner, by members with the link, and by everyone else. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperationOutput } from "../../src/contract/api/operations.ts";
import { ConsoleServer, type Visitor } from "./harness/console.ts";
import { noRateLimits } from "./harness/no-limits.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

let server: ConsoleServer;
let ada: Visitor;
let bob: Visitor;
let slugs: string[];
let documentId: string;
beforeAll(async () => {
  const demo = await copyOfDemo();
  server = new ConsoleServer(demo.data, noRateLimits);
  await server.start();
  ada = await server.member("ada@example.org");
  bob = await server.member("bob@example.org");
  const projects = await ada.research("searchProjects", { query: "wallet", limit: 25 });
  slugs = (projects.body as OperationOutput<"searchProjects">).results.map(({ slug }) => slug);
  const documents = await ada.research("searchArchives", { query: "session keys" });
  documentId = (documents.body as OperationOutput<"searchArchives">).results[0]!.documentId;
});
afterAll(() => server?.dispose());

const project = (key: string) => ({ kind: "project" as const, key });
const hostile = '<img src=x onerror="alert(1)"> =1+1 [x](javascript:alert(1))';

describe("an own shortlist", () => {
  it("is made, filled, annotated, exported and deleted", async () => {
    const list = await ada.get("createShortlist", { name: ` ${hostile.slice(0, 60)} `, notes: hostile });
    expect(list).toMatchObject({ name: hostile.slice(0, 60), notes: hostile, itemCount: 0, shareId: null });
    const { id } = list;
    const items = [project(slugs[0]!), { kind: "document" as const, key: documentId.toUpperCase() }];
    expect((await ada.get("addShortlistItems", { id, items })).itemCount).toBe(2);
    await ada.get("noteShortlistItem", { id, item: items[0]!, note: hostile });
    const full = await ada.get("getShortlist", { id });
    expect(full.items).toMatchObject([
      { kind: "project", key: slugs[0], note: hostile, record: { title: expect.any(String), url: null } },
      { kind: "document", key: documentId, note: "", record: { title: expect.any(String) } },
    ]);
    for (const format of ["csv", "jsonl", "markdown"] as const) {
      const { text } = await ada.get("exportShortlist", { id, format });
      expect(text).toContain(documentId);
    }
    const query = { kind: "project" as const, key: slugs[0]! };
    expect((await ada.get("listShortlists", query)).shortlists).toMatchObject([{ id, holds: true }]);
    await ada.get("removeShortlistItems", { id, items: [items[0]!] });
    expect((await ada.get("listShortlists", query)).shortlists).toMatchObject([{ id, holds: false }]);
    await ada.get("deleteShortlist", { id });
    expect(await ada.outcome("getShortlist", { id })).toEqual([404, "NOT_FOUND"]);
    expect((await ada.get("listShortlists")).shortlists).toEqual([]);
  });

  it("has bounds on every field, on both sides", async () => {
    const made = (body: object) => ada.outcome("createShortlist", body as never);
    const { id } = await ada.get("createShortlist", { name: "Bounds" });
    const added = (items: unknown) => ada.outcome("addShortlistItems", { id, items } as never);
    const noted = (note: string) => ada.outcome("noteShortlistItem", { id, item: project(slugs[0]!), note });
    await ada.get("addShortlistItems", { id, items: [project(slugs[0]!)] });
    const good: [number, string | undefined] = [200, undefined];
    const bad = [400, "INVALID_QUERY"];
    expect(await made({ name: "😀".repeat(80), notes: "😀".repeat(2_000) })).toEqual(good);
    for (const body of [
      {},
      { name: "" },
      { name: "  " },
      { name: "x".repeat(81) },
      { name: "x", notes: "x".repeat(2_001) },
      { name: 7 },
      { name: "x", items: [] },
    ])
      expect([body, await made(body)]).toEqual([body, bad]);
    expect(await noted("😀".repeat(500))).toEqual(good);
    expect(await noted("x".repeat(501))).toEqual(bad);
    expect(await added(Array(100).fill(project(slugs[0]!)))).toEqual(good);
    for (const items of [
      [],
      Array(101).fill(project(slugs[0]!)),
      [{ kind: "cluster", key: "v1-c1" }],
      [{ kind: "document", key: "not-an-id" }],
      [project("")],
    ])
      expect([items.length, await added(items)]).toEqual([items.length, bad]);
    expect(await added([project("no-such-project")])).toEqual([404, "NOT_FOUND"]);
    expect(await ada.outcome("getShortlist", { id: "not-an-id" })).toEqual(bad);
    expect(await ada.outcome("exportShortlist", { id, format: "xlsx" as never })).toEqual(bad);
  });

  it("shows a withdrawn project as withdrawn, and can be changed from two tabs", async () => {
    const { id } = await ada.get("createShortlist", { name: "Tabs", items: slugs.slice(1, 3).map(project) });
    await Promise.all([
      ada.get("addShortlistItems", { id, items: [project(slugs[3]!)] }),
      ada.get("addShortlistItems", { id, items: [project(slugs[3]!), project(slugs[4]!)] }),
      ada.get("removeShortlistItems", { id, items: [project(slugs[2]!)] }),
      ada.get("updateShortlist", { id, notes: "from here" }),
    ]);
    await priorart(server.data, "remove", "project", slugs[1]!);
    const { items, notes } = await ada.get("getShortlist", { id });
    expect(notes).toBe("from here");
    expect(new Map(items.map(({ key, record }) => [key, record === null]))).toEqual(
      new Map([
        [slugs[1], true],
        [slugs[3], false],
        [slugs[4], false],
      ]),
    );
  });
});

describe("another member's shortlist", () => {
  it("does not exist without its link, and can be read and copied with it", async () => {
    const { id } = await ada.get("createShortlist", { name: "Shared", items: [project(slugs[5]!)] });
    const missing = [404, "NOT_FOUND"];
    const items = [project(slugs[6]!)];
    const attempts = async (by: Visitor, at: string) => ({
      getShortlist: await by.outcome("getShortlist", { id: at }),
      exportShortlist: await by.outcome("exportShortlist", { id: at, format: "csv" }),
      updateShortlist: await by.outcome("updateShortlist", { id: at, name: "mine" }),
      deleteShortlist: await by.outcome("deleteShortlist", { id: at }),
      shareShortlist: await by.outcome("shareShortlist", { id: at, shared: false }),
      addShortlistItems: await by.outcome("addShortlistItems", { id: at, items }),
      removeShortlistItems: await by.outcome("removeShortlistItems", { id: at, items }),
      noteShortlistItem: await by.outcome("noteShortlistItem", { id: at, item: items[0]!, note: "x" }),
    });
    expect(new Set(Object.values(await attempts(bob, id)).map(String))).toEqual(new Set([String(missing)]));
    const { shareId } = await ada.get("shareShortlist", { id, shared: true });
    const { getShortlist, exportShortlist, ...changes } = await attempts(bob, shareId!);
    expect([getShortlist, exportShortlist]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(new Set(Object.values(changes).map(String))).toEqual(new Set([String(missing)]));
    const copy = await bob.get("copyShortlist", { id: shareId!, name: "Bob's" });
    expect((await bob.get("getShortlist", { id: copy.id })).items).toMatchObject([{ key: slugs[5] }]);
    await ada.get("shareShortlist", { id, shared: false });
    expect(await bob.outcome("getShortlist", { id: shareId! })).toEqual(missing);
    expect((await bob.get("listShortlists")).shortlists).toMatchObject([{ name: "Bob's" }]);
  });

  it("is removed with the member", async () => {
    const root = await server.member("root@example.org", "--admin");
    const carol = await server.member("carol@example.org");
    const { id } = await carol.get("createShortlist", { name: "Gone soon" });
    const { shareId } = await carol.get("shareShortlist", { id, shared: true });
    const { members } = await root.get("listMembers", { q: "carol" } as never);
    await root.get("removeMember", { id: members[0]!.id });
    expect(await bob.outcome("getShortlist", { id: shareId! })).toEqual([404, "NOT_FOUND"]);
  });
});
