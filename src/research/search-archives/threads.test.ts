import { afterAll, beforeAll, expect, it } from "vitest";
import { searchArchivesRequestSchema, searchArchivesResponseSchema } from "../../contract/api/archive.ts";
import { documentOf, documentsOf } from "../../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "../archive-context.case.ts";
import { similarDocuments } from "../similar-documents.ts";
import { searchArchives } from "./search-archives.ts";

const post = (number: number, thread: string | undefined, fields: object = {}) =>
  documentOf(number, {
    source: "forum",
    title: `Post ${number}`,
    content: `The obelisk in the harbour, seen for the time number ${number}. `.repeat(1 + (number % 4)),
    ...(thread !== undefined && { thread }),
    ...fields,
  });
const longThread = Array.from({ length: 15 }, (_, i) => post(300 + i, "obelisk"));
const otherThread = [post(330, "harbour"), post(331, "harbour")];
const sameNameElsewhere = post(340, "obelisk", { source: "list" });
const alone = [post(350, undefined), post(351, undefined)];

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf(async (workbench) => {
    await workbench.put(...documentsOf(0, 30), ...longThread.slice(0, 10), ...otherThread);
    await workbench.publish();
    // The rest of the thread is in a segment of its own.
    await workbench.put(...longThread.slice(10), sameNameElsewhere, ...alone);
  });
});
afterAll(() => at.close());

async function search(fields: object = {}) {
  const request = searchArchivesRequestSchema.parse({
    query: "obelisk harbour",
    limit: 10,
    maxDocsPerSource: 0,
    ...fields,
  });
  return searchArchivesResponseSchema.parse(await searchArchives(at.context, request));
}
const ids = (documents: readonly { documentId: string }[]) => documents.map(({ documentId }) => documentId);
const longIds = new Set(ids(longThread));
const otherIds = new Set(ids(otherThread));

it.each(["docs", "ideation"])(
  "posts of a thread are one result, which names the others found (%s)",
  async (intent) => {
    const { results, totalFound, totalMatched } = await search({ intent });
    const shown = [...new Set(ids(results))];
    expect(shown.filter((id) => longIds.has(id))).toHaveLength(1);
    expect(shown.filter((id) => otherIds.has(id))).toHaveLength(1);
    // A thread of the same name in another source is another one, and documents without a thread stay alone.
    for (const { documentId } of [sameNameElsewhere, ...alone]) expect(shown).toContain(documentId);
    expect([totalFound, totalMatched]).toEqual([shown.length, shown.length]);
    const best = results.find(({ documentId }) => longIds.has(documentId))!;
    expect(best.sameThread).toHaveLength(10);
    for (const other of best.sameThread!) expect(longIds.has(other.documentId)).toBe(true);
    expect(ids(best.sameThread!)).not.toContain(best.documentId);
    const second = results.find(({ documentId }) => otherIds.has(documentId))!;
    expect(second.sameThread).toHaveLength(1);
    for (const { documentId } of alone)
      expect(results.find((one) => one.documentId === documentId)).not.toHaveProperty("sameThread");
  },
);

it("a thread counts once in the cap of its source, and over pages", async () => {
  const { results } = await search({ sources: ["forum"], maxDocsPerSource: 3 });
  const shown = [...new Set(ids(results))];
  expect(shown).toHaveLength(3);
  expect(shown.filter((id) => longIds.has(id)).length).toBeLessThanOrEqual(1);
  const pages = [];
  for (let offset = 0; offset < 6; offset += 2) pages.push(...(await search({ limit: 2, offset })).results);
  const paged = [...new Set(ids(pages))];
  expect(paged.filter((id) => longIds.has(id))).toHaveLength(1);
  expect(new Set(pages.map(({ documentId }) => documentId)).size).toBe(5);
});

it("a post is found by its title, whatever else its thread holds, and by itself when the others are withdrawn", async () => {
  const wanted = longThread[12]!;
  expect((await search({ query: wanted.title })).results[0]!.documentId).toBe(wanted.documentId);
  const own = await archiveOf((workbench) => workbench.put(...documentsOf(0, 30), ...otherThread));
  try {
    own.snapshot.archive.withdraw(otherThread[0]!.documentId);
    const request = searchArchivesRequestSchema.parse({ query: "obelisk harbour" });
    const { results } = await searchArchives(own.context, request);
    expect(results[0]).toMatchObject({ documentId: otherThread[1]!.documentId });
    expect(results[0]).not.toHaveProperty("sameThread");
  } finally {
    await own.close();
  }
});

it("of a thread, the nearest post is a similar document", async () => {
  const { results } = await similarDocuments(at.context, { documentId: alone[0]!.documentId, limit: 20 });
  expect(ids(results).filter((id) => longIds.has(id))).toHaveLength(1);
});
