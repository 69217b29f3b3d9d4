/** Both backends of the archive answer alike: one suite over the snapshot's own segments and over OpenSearch. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type SearchArchivesResponse,
  searchArchivesRequestSchema,
  searchArchivesResponseSchema,
} from "../../src/contract/api/archive.ts";
import { documentOf, documentsOf, projectsOf, type TestDocument } from "../../src/publish/workbench.case.ts";
import { type Backend, nodeUrl, openBackend } from "./backends.ts";

const whale = documentOf(700, {
  source: "books",
  title: "On the Whiteness of the Whale",
  author: "Ishmael Sample",
  content: `${"Prologue without a subject. ".repeat(60)}\n\nThe harpoon struck deep, and the sea turned dark around the boat.\n\n${"Epilogue 😀 of many words. ".repeat(2_000)}`,
});
const quoted = documentOf(701, {
  source: "books",
  title: "Notes of a keeper",
  content: "A session key expires at midnight. Keys of a session are short.",
});
const closed = documentOf(702, {
  source: "closed",
  title: "A closed account of duels",
  content: `${"Readable opening words. ".repeat(60)}${"Later words about cutlass wounds. ".repeat(80)}`,
});
const copies = [documentOf(5, { documentId: idOf(703), source: "copies" })];
const posts: TestDocument[] = [0, 1, 2].map((i) =>
  documentOf(710 + i, {
    source: "forum",
    thread: "harbour",
    title: "Harbour dues",
    content: `Reply ${i}: harbour dues are charged by the tonne. ${documentOf(710 + i).content}`,
  }),
);

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}

describe.skipIf(nodeUrl === null).each(["local", "opensearch"] as const)("the archive, %s", (name) => {
  let at: Backend;
  const execute = <T = SearchArchivesResponse>(operation: string, input: object) =>
    at.serving.execute(operation as "searchArchives", input) as Promise<T>;
  const search = async (fields: object) =>
    searchArchivesResponseSchema.parse(
      await execute("searchArchives", searchArchivesRequestSchema.parse({ minSimilarity: 0, ...fields })),
    );

  beforeAll(async () => {
    at = await openBackend(name, async (workbench) => {
      await workbench.putSource({ key: "closed", access: "excerpt" });
      await workbench.put(...documentsOf(0, 240), whale, quoted, closed, ...copies, ...posts);
      await workbench.putProjects(...projectsOf(0, 10));
    });
  });
  afterAll(() => at?.close());

  it("finds by meaning and words, each document once, with a passage of its own text", async () => {
    const { results, searchTier } = await search({
      query: "harpoon in the dark sea",
      maxDocsPerSource: 0,
      maxChunksPerDoc: 1,
    });
    expect(searchTier).toBe("vector");
    expect(results[0]).toMatchObject({ documentId: whale.documentId, author: "Ishmael Sample" });
    expect(results[0]!.snippet).toContain("harpoon struck deep");
    expect(results[0]!.chunkIndex).toBeGreaterThan(0);
    expect(new Set(results.map(({ documentId }) => documentId)).size).toBe(results.length);
  });

  it("finds what an author wrote on a subject, beyond the best of all documents", async () => {
    const { results } = await search({
      query: "Ishmael Sample on words",
      explain: true,
      maxDocsPerSource: 0,
    });
    expect(results[0]).toMatchObject({ documentId: whale.documentId });
    expect(results[0]!.explanation!.channels).toContainEqual(
      expect.objectContaining({ name: "author", score: 1, contribution: 4 }),
    );
    const { results: excluded } = await search({
      query: "Ishmael Sample on words -harpoon",
      sources: ["books"],
    });
    expect(excluded.map(({ documentId }) => documentId)).not.toContain(whale.documentId);
  });

  it("explains ranks and says where the passage stands", async () => {
    const { results } = await search({ query: "harpoon struck deep", explain: true });
    const { channels, terms, passage } = results[0]!.explanation!;
    expect(channels.map((channel) => channel.name)).toContain("passage");
    expect(terms).toContain("harpoon");
    const content = [...whale.content].slice(passage!.start, passage!.end).join("");
    expect(content).toContain("harpoon struck deep");
  });

  it("ranks an exact title first, whatever else holds its words", async () => {
    const { results } = await search({ query: "on the whiteness of the whale" });
    expect(results[0]!.documentId).toBe(whale.documentId);
  });

  it("corrects a misspelt word", async () => {
    const { results, queryExpanded } = await search({ query: "whitness sea" });
    expect(queryExpanded).toContain("whiteness");
    expect(results[0]!.documentId).toBe(whale.documentId);
  });

  it("searches chosen sources only", async () => {
    const { results } = await search({ query: "cutlass", sources: ["notes", "closed"], limit: 10 });
    expect(new Set(results.map(({ source }) => source))).toContain("closed");
    expect(results.every(({ source }) => ["notes", "closed"].includes(source))).toBe(true);
    expect((await search({ query: "harpoon", sources: ["none"] })).results).toEqual([]);
  });

  it("requires quoted phrases word by word, and leaves out documents with excluded ones", async () => {
    const required = await search({ query: '"session key expires"' });
    expect(required.results.map(({ documentId }) => documentId)).toEqual([quoted.documentId]);
    expect((await search({ query: '"session keys expires"' })).results).toEqual([]);
    const without = await search({ query: "harpoon cutlass -whale", maxDocsPerSource: 0, limit: 10 });
    expect(without.results.map(({ documentId }) => documentId)).not.toContain(whale.documentId);
    expect(without.results.map(({ documentId }) => documentId)).toContain(closed.documentId);
  });

  it("quotes only the readable part of an excerpt", async () => {
    const { results } = await search({ query: "cutlass wounds", sources: ["closed"] });
    expect(results[0]!.snippet).not.toContain("wounds");
    expect(closed.content.slice(0, 1_000)).toContain(results[0]!.snippet.replaceAll("…", "").trim());
  });

  it("collapses copies and threads", async () => {
    const twin = documentOf(5);
    const { results } = await search({ query: twin.title, maxDocsPerSource: 0 });
    const shown = results.find(({ alsoIn }) => alsoIn)!;
    expect([shown.documentId, shown.alsoIn![0]!.documentId].toSorted()).toEqual(
      [twin.documentId, copies[0]!.documentId].toSorted(),
    );
    const thread = await search({ query: "harbour dues tonne", maxDocsPerSource: 0, maxChunksPerDoc: 1 });
    expect(thread.results.filter(({ source }) => source === "forum")).toHaveLength(1);
    expect(thread.results[0]!.sameThread).toHaveLength(2);
  });

  it("pages without gaps or repeats, up to three passages of a document", async () => {
    const query = "merchant settlement fee";
    const whole = await search({ query, limit: 10, maxDocsPerSource: 0, maxChunksPerDoc: 1 });
    const halves = await Promise.all(
      [0, 5].map((offset) => search({ query, limit: 5, offset, maxDocsPerSource: 0, maxChunksPerDoc: 1 })),
    );
    const ids = (pages: SearchArchivesResponse[]) =>
      pages.flatMap(({ results }) => results.map(({ documentId }) => documentId));
    expect(ids(halves)).toEqual(ids([whole]));
    expect(whole.totalMatched).toBeGreaterThanOrEqual(40);
    expect(halves[0]!.hasMore).toBe(true);
  });

  it("decomposes a question for ideation", async () => {
    const { results } = await search({ query: "crop sensor drought insurance payout", intent: "ideation" });
    expect(results.length).toBeGreaterThan(2);
  });

  it("falls back to texts where nothing is similar enough", async () => {
    const { searchTier, results } = await search({ query: "harpoon", minSimilarity: 1 });
    expect(searchTier).toBe("chunk_text");
    expect(results[0]!.similarity).toBe(0.99);
    const author = await search({ query: "Ishmael", minSimilarity: 1 });
    expect(author.searchTier).toBe("doc_text");
    expect(author.results[0]).toMatchObject({ documentId: whale.documentId, chunkIndex: 0 });
  });

  it("reads any part of a document by characters", async () => {
    const characters = [...whale.content];
    for (const [offset, maxChars] of [
      [0, 20_000],
      [8_000, 500],
      [16_383, 8_193],
      [characters.length - 10, 200],
    ] as const) {
      const input = { documentId: whale.documentId, offset, maxChars };
      const page = await execute<{ content: string; totalChars: number }>("readDocument", input);
      expect(page.content).toBe(characters.slice(offset, offset + maxChars).join(""));
      expect(page.totalChars).toBe(characters.length);
    }
  });

  it("lists similar documents, nearest first, never the document itself", async () => {
    const input = { documentId: documentOf(6).documentId, limit: 10 };
    const { results } = await execute("similarDocuments", input);
    expect(results).toHaveLength(10);
    expect(results.map(({ documentId }) => documentId)).not.toContain(input.documentId);
    const similarities = results.map(({ similarity }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
  });

  it("hides a withdrawn document immediately", async () => {
    const { documentId } = documentOf(12);
    const query = { query: documentOf(12).title, maxDocsPerSource: 0, limit: 10 };
    expect((await search(query)).results[0]!.documentId).toBe(documentId);
    await at.workbench.catalog.withdrawDocument(documentId);
    await at.serving.refresh();
    expect((await search(query)).results.map((one) => one.documentId)).not.toContain(documentId);
    await expect(execute("readDocument", { documentId, offset: 0, maxChars: 200 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("finds what an increment added, changed and removed, and nothing of what it replaced", async () => {
    const changed = documentOf(20, { content: "Zeppelins crossed the ocean with mail." });
    await at.workbench.put(changed, documentOf(800, { content: "A zeppelin mooring mast in the harbour." }));
    await at.publish();
    const { results } = await search({ query: "zeppelin", maxDocsPerSource: 0 });
    expect(
      results
        .slice(0, 2)
        .map(({ documentId }) => documentId)
        .toSorted(),
    ).toEqual([changed.documentId, idOf(800)].toSorted());
    const old = documentOf(20).content.split(". ")[0]!.split(" ").slice(0, 4).join(" ");
    const { results: again } = await search({ query: `"${old}"`, maxDocsPerSource: 0, limit: 10 });
    expect(again.map(({ documentId }) => documentId)).not.toContain(changed.documentId);
    expect(at.workbench.manifest().archive.segments).toHaveLength(2);
  });
});
