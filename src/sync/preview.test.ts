import { afterEach, beforeEach, expect, it } from "vitest";
import { SourceFailure } from "../connectors/connector.ts";
import { previewSource } from "./preview.ts";
import { openBench, type SyncBench } from "./sync.case.ts";

let bench: SyncBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const preview = (documents = 5) =>
  previewSource({ kind: "folder", path: "/notes" }, { ...bench.options, documents });

it("shows the first documents as they would be stored, and stores nothing", async () => {
  for (let n = 0; n < 9; n++) bench.fake.put(`https://example.org/${n}`, `text ${n}`);
  const { documents, problems } = await preview();
  expect(documents.map(({ content, url }) => [content, url])).toEqual(
    [0, 1, 2, 3, 4].map((n) => [`text ${n}`, `https://example.org/${n}`]),
  );
  expect(bench.fake.fetched).toHaveLength(5);
  expect(problems).toEqual([]);
  expect(await bench.documents()).toEqual([]);
  await bench.sync();
  const stored = (await bench.documents()).map(({ url, title, publishedAt }) => ({
    url,
    title,
    publishedAt,
  }));
  for (const { url, title, publishedAt } of documents)
    expect(stored).toContainEqual({ url, title, publishedAt });
});

it("takes no more documents of one item than wanted", async () => {
  bench.fake.items.set("list", {
    parts: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`thread-${n}`, `text ${n}`])),
    version: null,
  });
  expect((await preview(3)).documents).toHaveLength(3);
});

it("names what cannot be read or holds no text, and gives up after 15 items", async () => {
  for (let n = 0; n < 40; n++)
    bench.fake.items.set(`page-${n}`, {
      parts: { "": n === 1 ? " " : "text" },
      version: null,
      fault: n === 1 ? undefined : "failure",
    });
  const { documents, problems } = await preview();
  expect(documents).toEqual([]);
  expect(problems).toHaveLength(15);
  expect(problems.slice(0, 2)).toEqual([
    { item: "page-0", message: "it cannot be read" },
    { item: "page-1", message: "it holds no text" },
  ]);
});

it("names an address that does not exist", async () => {
  for (const mustExist of [true, false])
    bench.fake.items.set(`https://example.org/${mustExist}`, {
      parts: {},
      version: null,
      fault: "gone",
      mustExist,
    });
  expect((await preview()).problems).toEqual([
    { item: "https://example.org/true", message: "the address does not exist" },
  ]);
});

it("fails where the source cannot be listed", async () => {
  bench.fake.put("a", "text");
  bench.fake.failsAfter = 0;
  await expect(preview()).rejects.toThrow(SourceFailure);
});
