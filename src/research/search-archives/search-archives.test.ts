import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchArchivesRequestSchema, searchArchivesResponseSchema } from "../../contract/api/archive.ts";
import { documentOf, documentsOf } from "../../publish/workbench.case.ts";
import { analyze, queryTerms } from "../../search/analysis/analyzer.ts";
import { archiveOf, type TestArchive } from "../archive-context.case.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { decompose } from "./ideation.ts";
import { searchArchives } from "./search-archives.ts";

const secret = "Hidden sentence about zeppelins in the closed part.";
const closed = documentOf(200, {
  source: "closed",
  title: "Airships of the closed archive",
  content: `${"Readable words about mooring masts. ".repeat(40)}${secret} ${"More of the closed text. ".repeat(60)}`,
});
const empty = documentOf(201, { source: "closed", title: "Nothing but a title on gondolas", content: "" });
const authored = documentOf(202, {
  source: "essays",
  author: "Wilhelmina Quartermain",
  title: "On gardens",
  content: "Gardens need patience and compost.",
});
const compost = documentOf(205, {
  source: "essays",
  title: "On compost",
  content: "Compost feeds gardens, and gardens need patience.",
});
const emoji = documentOf(203, { title: "Emoji", content: `${"😀🎈 balloons ".repeat(200)}` });
const long = documentOf(204, {
  source: "notes",
  title: "Lighthouses",
  content: Array.from(
    { length: 12 },
    (_, i) =>
      `Lighthouse keepers wrote log ${i}. ${"The lamp burned oil through every night of the year. ".repeat(17)}`,
  ).join("\n\n"),
});

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf(async (workbench) => {
    await workbench.putSource({ key: "closed", access: "excerpt", kind: "talks" });
    await workbench.putSource({ key: "essays", kind: "essays" });
    await workbench.put(...documentsOf(0, 90), closed, empty, authored, compost, emoji, long);
  });
});
afterAll(() => at.close());

/** Parses the request and checks the response against the contract. */
async function search(fields: object, context: ArchiveContext = at.context) {
  const response = await searchArchives(context, searchArchivesRequestSchema.parse(fields));
  searchArchivesResponseSchema.parse(response);
  return response;
}

const withoutVectors = (): ArchiveContext => ({
  ...at.context,
  embedQuery: () => Promise.reject(new Error("down")),
});
const idsOf = (response: Awaited<ReturnType<typeof search>>) => [
  ...new Set(response.results.map(({ documentId }) => documentId)),
];

describe("the tiers", () => {
  it("start with vectors: similarity is the calibrated cosine, at least the requested minimum, and the target is found", async () => {
    for (const minSimilarity of [0, 0.1, 0.2, 0.3]) {
      const response = await search({ query: "keepers of the lighthouse lamp", minSimilarity });
      expect(response.searchTier).toBe("vector");
      for (const { similarity } of response.results) {
        expect(similarity).toBeGreaterThanOrEqual(minSimilarity);
        expect(similarity).toBeLessThanOrEqual(1);
      }
    }
    expect((await search({ query: "keepers of the lighthouse lamp" })).results[0]!.documentId).toBe(
      long.documentId,
    );
  });

  it("raise the similarity of a passage that holds every term to 0.2, and of no other", async () => {
    const { archive, taxonomy, manifest } = at.snapshot;
    const isExcerptOnly = (source: string) => at.snapshot.isExcerptOnly(source);
    const hasMachineSummaries = () => false;
    const unlike = {
      archive,
      taxonomy,
      manifest,
      isExcerptOnly,
      hasMachineSummaries,
      calibrated: () => 0.05,
    };
    const query = "lighthouse keepers wrote log";
    const all = await search({ query, minSimilarity: 0, limit: 10 }, { ...at.context, snapshot: unlike });
    expect(new Set(all.results.map(({ similarity }) => similarity))).toEqual(new Set([0.2, 0.05]));
    const kept = await search({ query, minSimilarity: 0.2 }, { ...at.context, snapshot: unlike });
    expect([kept.searchTier, idsOf(kept)]).toEqual(["vector", [long.documentId]]);
  });

  it("keep the cosine of a passage that holds every term where it is above 0.2", async () => {
    const { results, searchTier } = await search({ query: "mooring masts zeppelins", minSimilarity: 0.2 });
    expect(searchTier).toBe("vector");
    expect(results[0]!.documentId).toBe(closed.documentId);
    expect(results[0]!.similarity).toBeGreaterThanOrEqual(0.2);
  });

  it("fall back to chunk text when nothing is similar enough, or the query cannot be embedded", async () => {
    for (const response of [
      await search({ query: "lighthouse keepers", minSimilarity: 1 }),
      await search({ query: "lighthouse keepers" }, withoutVectors()),
      await search({ query: "lighthouse keepers", minSimilarity: 1 }, withoutVectors()),
    ]) {
      expect(response.searchTier).toBe("chunk_text");
      expect(response.results[0]).toMatchObject({ documentId: long.documentId });
      expect(Math.max(...response.results.map(({ similarity }) => similarity))).toBe(0.99);
    }
  });

  it("fall back to document text for terms that occur in no passage, such as an author's name", async () => {
    const response = await search({ query: "Quartermain" }, withoutVectors());
    expect(response).toMatchObject({
      searchTier: "doc_text",
      totalFound: 1,
      totalMatched: 1,
      hasMore: false,
      results: [
        { documentId: authored.documentId, similarity: 0.99, chunkIndex: 0, snippet: authored.content },
      ],
    });
  });

  it("find nothing for stop words, unknown words and unknown sources", async () => {
    for (const fields of [
      { query: "the of and" },
      { query: "xyzzyqwerty" },
      { query: "!!!" },
      { query: "lighthouse", sources: ["nowhere"] },
    ]) {
      const response = await search({ ...fields, offset: 0 });
      expect(response).toMatchObject({ results: [], totalFound: 0, totalMatched: 0, hasMore: false });
      expect(response.searchTier).toBe("doc_text");
    }
  });

  it("return one snippet per document from document text, for any maxChunksPerDoc", async () => {
    const { results } = await search({ query: "Quartermain", maxChunksPerDoc: 4 }, withoutVectors());
    expect(results).toHaveLength(1);
  });
});

describe("the rules", () => {
  it("show at most maxChunksPerDoc passages of a document, its best first: 2 by default, 3 with ideation", async () => {
    const count = async (fields: object) =>
      (await search({ query: "lighthouse keepers log lamp", ...fields })).results.filter(
        ({ documentId }) => documentId === long.documentId,
      ).length;
    expect(await count({})).toBe(2);
    for (const maxChunksPerDoc of [1, 3, 4]) expect(await count({ maxChunksPerDoc })).toBe(maxChunksPerDoc);
    expect(await count({ intent: "ideation" })).toBe(3);
    expect(await count({ intent: "ideation", maxChunksPerDoc: 1 })).toBe(1);
  });

  it("number each passage by its position in the document", async () => {
    const { results } = await search({ query: "lighthouse keepers log 7", maxChunksPerDoc: 4 });
    const shown = results.filter(({ documentId }) => documentId === long.documentId);
    expect(new Set(shown.map(({ chunkIndex }) => chunkIndex)).size).toBe(shown.length);
    const { archive } = at.snapshot;
    const { from, to } = archive.chunkRange(archive.find(long.documentId));
    for (const { chunkIndex } of shown) expect(chunkIndex).toBeLessThan(to - from);
  });

  it("count every document that holds a query word when only text matches, well beyond a page", async () => {
    const query = "people system design";
    const words = new Set(queryTerms(query));
    const all = [...documentsOf(0, 90), closed, empty, authored, compost, emoji, long];
    const holding = all.filter(({ title, content }) =>
      analyze(`${title} ${content}`).some((term) => words.has(term)),
    );
    const { searchTier, totalMatched } = await search({ query, maxDocsPerSource: 0 }, withoutVectors());
    expect(searchTier).toBe("chunk_text");
    expect(holding.length).toBeGreaterThan(75);
    expect(totalMatched).toBe(holding.length);
  });

  it("keep at most maxDocsPerSource documents of a source over all pages; 0 keeps all", async () => {
    const perSource = async (maxDocsPerSource: number) => {
      const counts = new Map<string, Set<string>>();
      for (let offset = 0; offset <= 50; offset += 10) {
        const { results } = await search({ query: "payment system", limit: 10, offset, maxDocsPerSource });
        for (const { source, documentId } of results)
          counts.set(source, (counts.get(source) ?? new Set()).add(documentId));
      }
      return [...counts.values()].map((ids) => ids.size);
    };
    expect(Math.max(...(await perSource(3)))).toBe(3);
    expect(Math.max(...(await perSource(1)))).toBe(1);
    expect(Math.max(...(await perSource(0)))).toBeGreaterThan(3);
    const capped = await search({ query: "payment system", maxDocsPerSource: 1 });
    const all = await search({ query: "payment system", maxDocsPerSource: 0 });
    expect(capped.totalMatched).toBe(all.totalMatched);
    expect(capped.totalFound).toBeLessThanOrEqual(4);
    expect(all.totalFound).toBe(all.totalMatched);
  });

  it("filter by source, and echo sources only where they were given", async () => {
    const response = await search({
      query: "payment system",
      sources: ["notes", "nowhere"],
      maxDocsPerSource: 0,
    });
    expect(new Set(response.results.map(({ source }) => source))).toEqual(new Set(["notes"]));
    expect(response.filtersApplied).toEqual({ sources: ["notes", "nowhere"] });
    expect((await search({ query: "payment" })).filtersApplied).toEqual({});
  });

  it("page by documents: pages have no overlaps or gaps, with the same totals", async () => {
    for (const fields of [
      { query: "payment system", maxDocsPerSource: 0 },
      { query: "payment system", maxDocsPerSource: 10, intent: "ideation" },
      { query: "lighthouse keepers payment", maxDocsPerSource: 0, minSimilarity: 1 },
    ]) {
      const first = await search({ ...fields, limit: 10 });
      const wanted = Math.min(first.totalFound, 60);
      const paged: string[] = [];
      for (let offset = 0; offset <= 50; offset += 5) {
        const page = await search({ ...fields, limit: 5, offset });
        const { totalFound, totalMatched, searchTier } = page;
        expect({ totalFound, totalMatched, searchTier }).toEqual({
          totalFound: first.totalFound,
          totalMatched: first.totalMatched,
          searchTier: first.searchTier,
        });
        const end = offset + 5;
        expect(page.hasMore).toBe(end < totalFound && end <= 50);
        paged.push(...idsOf(page));
      }
      expect(new Set(paged).size).toBe(paged.length);
      expect(paged).toHaveLength(Math.min(wanted, 55));
      expect(paged.slice(0, 10)).toEqual(idsOf(first));
    }
  });

  it("announce further pages up to offset 50 only, however much was found", async () => {
    for (const context of [at.context, withoutVectors()]) {
      const page = async (offset: number, limit: number) => {
        const fields = { query: "people system design", minSimilarity: 0, maxDocsPerSource: 0 };
        const { hasMore, totalFound } = await search({ ...fields, offset, limit }, context);
        expect(totalFound).toBeGreaterThan(70);
        return hasMore;
      };
      expect(await page(40, 10)).toBe(true);
      expect(await page(41, 10)).toBe(false);
      expect(await page(49, 1)).toBe(true);
      expect(await page(50, 1)).toBe(false);
      expect(await page(50, 10)).toBe(false);
    }
  });

  it("set hasMore to false where the page ends with the last document", async () => {
    const fields = { query: "payment system", maxDocsPerSource: 2 };
    const { totalFound } = await search({ ...fields, limit: 1 });
    expect(totalFound).toBeLessThan(10);
    expect((await search({ ...fields, limit: totalFound })).hasMore).toBe(false);
    expect((await search({ ...fields, limit: totalFound - 1 })).hasMore).toBe(true);
  });

  it("answer an offset beyond the end with an empty page", async () => {
    const response = await search({ query: "zeppelins", sources: ["closed"], offset: 50 });
    expect(response).toMatchObject({ results: [], hasMore: false });
    expect(response.totalFound).toBeGreaterThan(0);
  });

  it("are deterministic", async () => {
    for (const intent of ["docs", "ideation"]) {
      const fields = { query: "council vote on treasury proposals", intent };
      expect(await search(fields)).toEqual(await search(fields));
    }
  });
});

describe("snippets", () => {
  it("have at most 240 characters, emoji counted as one", async () => {
    for (const query of [
      "balloons",
      "lighthouse lamp oil",
      "payment merchant",
      "mooring masts",
      "soil water",
    ])
      for (const { snippet } of (await search({ query, limit: 10, maxDocsPerSource: 0 })).results) {
        expect([...snippet].length).toBeLessThanOrEqual(240);
        expect(snippet).not.toBe("");
      }
  });

  it("show the words that matched", async () => {
    const { results } = await search({ query: "keepers wrote log", maxChunksPerDoc: 1 });
    expect(results[0]!.snippet).toContain("keepers wrote log");
  });

  it("come only from the excerpt of an excerpt-only source, though its whole text is searched", async () => {
    for (const context of [at.context, withoutVectors()])
      for (const query of ["zeppelins", "hidden sentence about zeppelins", "closed text"]) {
        const { results } = await search({ query, maxChunksPerDoc: 4 }, context);
        const own = results.filter(({ documentId }) => documentId === closed.documentId);
        expect(own.length).toBeGreaterThan(0);
        for (const { snippet } of own) {
          expect(closed.content.slice(0, 1_000)).toContain(snippet.replaceAll("…", "").trim());
          expect(snippet).not.toMatch(/zeppelin|hidden/i);
        }
      }
  });

  it("are the title where there is no text to read", async () => {
    const { results } = await search({ query: "gondolas" });
    expect(results.find(({ documentId }) => documentId === empty.documentId)!.snippet).toBe(empty.title);
  });
});

describe("ideation", () => {
  it("finds documents about a part of the query, beyond those for the whole query", async () => {
    const query = "lighthouse lamp oil mooring masts airships gardens compost";
    const found = idsOf(await search({ query, intent: "ideation", limit: 10, maxDocsPerSource: 0 }));
    for (const { documentId } of [long, closed, compost]) expect(found).toContain(documentId);
  });

  it("finds documents about only a part of the query, which a plain search leaves out", async () => {
    const fields = { query: "balloons lighthouse keepers compost", limit: 10, maxDocsPerSource: 0 };
    const context = withoutVectors();
    const parts = decompose(fields.query);
    expect(parts).toEqual(["balloons lighthouse", "lighthouse keepers", "keepers compost"]);
    const ranks = async (intent: string) =>
      (await search({ ...fields, intent, maxChunksPerDoc: 1 }, context)).results.map((one) => one.documentId);
    const [docs, broad] = [await ranks("docs"), await ranks("ideation")];
    expect(broad.toSorted()).toEqual(docs.toSorted());
    // Two of the parts are about lighthouses.
    expect(broad[0]).toBe(long.documentId);
    expect(broad).not.toEqual(docs);
  });

  it("prefers essays and research among equally ranked documents, unlike a plain search", async () => {
    const kinds = { a: "talks", b: "forum", y: "essays", z: "research" } as const;
    const other = await archiveOf(async (workbench) => {
      for (const [key, kind] of Object.entries(kinds)) await workbench.putSource({ key, kind });
      const content = "Beekeepers move hives at night so that no bee is left behind.";
      const copies = Object.keys(kinds).map((source, i) =>
        documentOf(300 + i, { source, title: "Moving hives", content }),
      );
      await workbench.put(...copies, ...documentsOf(0, 12));
    });
    try {
      const query = "beekeepers move hives";
      const sources = Object.keys(kinds);
      const firstTwo = async (intent: string) => {
        const { results } = await search({ query, intent, sources, limit: 2 }, other.context);
        return results.map(({ source }) => source).sort();
      };
      expect(await firstTwo("docs")).not.toEqual(["y", "z"]);
      expect(await firstTwo("ideation")).toEqual(["y", "z"]);
    } finally {
      await other.close();
    }
  });

  it("finds for parts of the query, too, only what its operators allow", async () => {
    const words = "lighthouse lamp gardens compost";
    const found = async (query: string) =>
      idsOf(await search({ query, intent: "ideation", limit: 10, maxDocsPerSource: 0 }));
    const [all, without] = [await found(words), await found(`${words} -lamp`)];
    const quoted = await found(`${words} "need patience"`);
    expect(all).toEqual(expect.arrayContaining([long, compost, authored].map((one) => one.documentId)));
    expect(without).toContain(compost.documentId);
    expect(without).not.toContain(long.documentId);
    expect(quoted.toSorted()).toEqual([authored.documentId, compost.documentId].toSorted());
    const misspelt = { query: 'lighthouse lamp compost gardens "pateince"' };
    const [docs, broad] = [await search(misspelt), await search({ ...misspelt, intent: "ideation" })];
    expect(broad.results[0]!.similarity).toBeGreaterThan(docs.results[0]!.similarity);
  });
});

describe("odd queries", () => {
  it("are answered: 500 characters, control characters, emoji, right-to-left, Chinese", async () => {
    for (const query of [
      "lamp ".repeat(100).slice(0, 500),
      "lighthouse\u0000\u0007lamp",
      "😀",
      "שלום עולם",
      "支付系统",
      "a".repeat(500),
    ])
      for (const intent of ["docs", "ideation"])
        expect(await search({ query, intent })).toHaveProperty("results");
  });

  it("find the same when all of their terms are repeated", async () => {
    const once = await search({ query: "lighthouse lamp" });
    const twice = await search({ query: "lighthouse lamp lighthouse lamp" });
    expect(twice.results).toEqual(once.results);
  });
});
