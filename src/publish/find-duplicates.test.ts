/** Near-duplicates across publishes: those of changed documents only are looked for. */
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  documentOf,
  documentsOf,
  openWorkbench,
  type TestDocument,
  type Workbench,
} from "./workbench.case.ts";

const poem = Array.from({ length: 300 }, (_, i) => `verse${i}`).join(" ");
const copyOf = (number: number, source: string, more = ""): TestDocument =>
  documentOf(number, { source, title: `Copy ${number}`, content: `${poem} ${more}` });

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
  await at.put(...documentsOf(0, 40), copyOf(40, "one"), copyOf(41, "two"));
  await at.publish();
});
afterEach(() => at.close());

const pairs = () => at.manifest().archive.duplicates ?? [];

it("a copy that is added is paired with those of earlier publishes, as a full publish would", async () => {
  expect(pairs()).toHaveLength(1);
  await at.put(copyOf(42, "three"));
  await at.publish();
  expect(at.manifest().archive.segments).toHaveLength(2);
  const found = pairs();
  expect(found).toHaveLength(3);
  expect(found[0]).toEqual([...found[0]!].sort((a, b) => a - b));
  await at.publish({ refit: true });
  expect(at.manifest().archive.segments).toHaveLength(1);
  expect(pairs()).toHaveLength(3);
});

it("a copy that is withdrawn is in no pair, and those of others are kept", async () => {
  await at.put(copyOf(42, "three"));
  await at.publish();
  await at.catalog.withdrawDocument(copyOf(40, "one").documentId);
  await at.publish();
  expect(pairs()).toHaveLength(1);
});

it("a copy that is rewritten is paired by its new text only", async () => {
  await at.put(documentOf(41, { source: "two", content: "Something else about harbours. ".repeat(20) }));
  await at.publish();
  expect(pairs()).toEqual([]);
  await at.put(copyOf(41, "two", "and a little more"));
  await at.publish();
  expect(pairs()).toHaveLength(1);
});

it("where a quarter of the archive has changed, and all is built again, pairs have the new numbers", async () => {
  const first8 = documentsOf(50, 58).map((document) => ({ ...document, source: "aaa" }));
  const rewritten = documentsOf(0, 4).map((document) => ({
    ...document,
    content: "Other words about harbours.",
  }));
  await at.put(...first8, ...rewritten);
  const before = pairs();
  await at.publish();
  expect(at.manifest().archive.segments).toHaveLength(1);
  const [first, second] = before[0]!;
  expect(pairs()).toEqual([[first + 8, second + 8]]);
});

it("where a small segment joins the next, pairs have the new numbers", async () => {
  const [[first, second]] = pairs() as [[number, number]];
  await at.put(copyOf(42, "three"));
  await at.publish();
  await at.put(documentOf(50, { source: "aaa" }));
  await at.publish();
  expect(at.manifest().archive.segments.map(({ documents }) => documents)).toEqual([42, 2]);
  const copy = 43;
  expect(pairs()).toEqual([
    [first, second],
    [first, copy],
    [second, copy],
  ]);
});
