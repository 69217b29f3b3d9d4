import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { demoDocuments, excerptSources } from "./harness/demo-documents.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { useService } from "./harness/service.ts";

/** Its author's name occurs nowhere else, and not in any text. */
const signed = {
  documentId: "5d2f8f39-6a0e-4b6e-9a61-0f4f5a3c2b10",
  source: "tidewater-lab",
  title: "On tide gauges",
  author: "Quillfeather Ozgurova",
  content:
    "A tide gauge writes down how high the water stands, every minute of every day, for a hundred years.",
};

const service = useService({
  async arrange(data) {
    const file = join(data, "signed.jsonl");
    await writeFile(file, `${JSON.stringify(signed)}\n`);
    await priorart(data, "import", "archive", file);
    await priorart(data, "publish");
  },
});

const documents = new Map(demoDocuments.map((document) => [document.documentId, document]));
const codePoints = (text: string) => Array.from(text).length;
type Found = Awaited<ReturnType<ReturnType<typeof service>["searchArchives"]>>;
const documentIds = ({ results }: Pick<Found, "results">) => [
  ...new Set(results.map(({ documentId }) => documentId)),
];

/** All documents that can be paged to. */
async function everyPage(request: object): Promise<{ ids: string[]; pages: Found[] }> {
  const pages: Found[] = [];
  for (let offset = 0; offset <= 50; offset += 10) {
    const page = await service().searchArchives({ ...request, limit: 10, offset });
    pages.push(page);
    if (!page.hasMore) break;
  }
  return { ids: pages.flatMap(documentIds), pages };
}

const wide = { minSimilarity: 0, maxDocsPerSource: 0 };

describe("200", () => {
  it("finds the document, by vector, with its file's fields", async () => {
    const { results, searchTier, filtersApplied } = await service().searchArchives({
      query: "fee of a remittance and the cash out",
    });
    expect([searchTier, filtersApplied]).toEqual(["vector", {}]);
    expect(documents.get(results[0]!.documentId)!.title).toContain("Letter no. 9");
    for (const { documentId, title, author, source, url, publishedAt } of results) {
      const document = documents.get(documentId)!;
      const { title: givenTitle, author: givenAuthor, source: givenSource, url: givenUrl, date } = document;
      expect({ title, author, source, url }).toEqual({
        title: givenTitle,
        author: givenAuthor,
        source: givenSource,
        url: givenUrl,
      });
      expect(publishedAt!.startsWith(date.slice(0, 10))).toBe(true);
    }
  });

  it("ranks documents by their best passage evidence and returns a snippet of at most 240 characters", async () => {
    for (const query of ["oracle price manipulation", "carbon ledger", "payments", "citizens jury"]) {
      for (const { snippet, similarity, chunkIndex } of (await service().searchArchives({ query, ...wide }))
        .results) {
        expect(codePoints(snippet)).toBeLessThanOrEqual(240);
        expect(snippet.trim().length).toBeGreaterThan(0);
        expect(similarity).toBeGreaterThanOrEqual(-1);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(Number.isInteger(chunkIndex)).toBe(true);
      }
    }
  });

  it("cuts snippets from the document itself", async () => {
    const flat = (text: string) => text.replaceAll(/[#*_`>|[\]()\\-]/g, " ").replaceAll(/\s+/g, " ");
    const { results } = await service().searchArchives({
      query: "why payments are hard",
      ...wide,
      limit: 10,
    });
    for (const { documentId, snippet, source } of results) {
      if (excerptSources.has(source)) continue;
      const { content, title } = documents.get(documentId)!;
      const words = flat(snippet.replaceAll("…", "")).trim().split(" ");
      const middle = words.slice(1, 8).join(" ");
      expect(flat(`${title} ${content}`)).toContain(middle);
    }
  });

  it("returns the same response for the same query", async () => {
    const request = { query: "sealed ordering of transactions", ...wide };
    expect(await service().searchArchives(request)).toEqual(await service().searchArchives(request));
  });
});

describe("pages", () => {
  it("count documents: without gaps or repeats, with constant totals", async () => {
    const { ids, pages } = await everyPage({ query: "payments", ...wide });
    expect(new Set(ids).size).toBe(ids.length);
    for (const page of pages) {
      expect(page.totalFound).toBe(ids.length);
      expect(page.totalMatched).toBe(pages[0]!.totalMatched);
    }
    const small = [];
    for (let offset = 0; offset < 9; offset += 3)
      small.push(
        ...documentIds(await service().searchArchives({ query: "payments", ...wide, limit: 3, offset })),
      );
    expect(small).toEqual(ids.slice(0, 9));
  });

  it("beyond the end are empty, with the total number of documents", async () => {
    const { ids } = await everyPage({ query: "carbon" });
    const { results, hasMore, totalFound } = await service().searchArchives({ query: "carbon", offset: 50 });
    expect([results, hasMore, totalFound]).toEqual([[], false, ids.length]);
    expect(totalFound).toBeGreaterThan(0);
  });

  it("announce no page that could not be requested", async () => {
    const { hasMore } = await service().searchArchives({ query: "people", ...wide, limit: 10, offset: 50 });
    expect(hasMore).toBe(false);
  });
});

describe("caps", () => {
  it("maxDocsPerSource keeps the best of each source, 3 by default, 0 all", async () => {
    const query = "who pays for it";
    const { ids: all, pages } = await everyPage({ query, ...wide });
    const sourceOf = new Map(
      pages.flatMap(({ results }) => results).map((hit) => [hit.documentId, hit.source]),
    );
    for (const cap of [1, 2, 10, undefined]) {
      const taken = new Map<string, number>();
      const expected = all.filter((id) => {
        const source = sourceOf.get(id)!;
        taken.set(source, (taken.get(source) ?? 0) + 1);
        return taken.get(source)! <= (cap ?? 3);
      });
      const { ids, pages } = await everyPage({ query, minSimilarity: 0, maxDocsPerSource: cap });
      expect(ids).toEqual(expected);
      expect([pages[0]!.totalFound, pages[0]!.totalMatched]).toEqual([expected.length, all.length]);
    }
  });

  it("maxChunksPerDoc limits the passages of a document, 2 by default, the best first", async () => {
    const request = { query: "payments settlement bank", ...wide, limit: 10 };
    const passages = async (rest: object) => {
      const byDocument = new Map<string, number[]>();
      for (const { documentId, chunkIndex } of (await service().searchArchives({ ...request, ...rest }))
        .results)
        byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), chunkIndex]);
      return byDocument;
    };
    const four = await passages({ maxChunksPerDoc: 4 });
    expect(Math.max(...[...four.values()].map((chunks) => chunks.length))).toBe(4);
    for (const [rest, count] of [
      [{ maxChunksPerDoc: 1 }, 1],
      [{}, 2],
      [{ maxChunksPerDoc: 3 }, 3],
      [{ maxChunksPerDoc: 3, intent: "docs" }, 3],
    ] as const)
      expect(await passages(rest)).toEqual(
        new Map([...four].map(([id, chunks]) => [id, chunks.slice(0, count)])),
      );
  });

  it("minSimilarity drops less similar documents, 0.2 by default", async () => {
    const query = "payments settlement bank";
    const counts = [];
    for (const minSimilarity of [0, undefined, 0.3, 0.5]) {
      const { results, totalFound, searchTier } = await service().searchArchives({
        query,
        minSimilarity,
        limit: 10,
      });
      if (searchTier !== "vector") break;
      for (const { similarity } of results) expect(similarity).toBeGreaterThanOrEqual(minSimilarity ?? 0.2);
      counts.push(totalFound);
    }
    expect(counts.length).toBeGreaterThan(2);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });
});

describe("sources", () => {
  it("narrow the search, and are echoed when given", async () => {
    const sources = ["plumbline", "corvane-notes", "no-such-source"];
    const { ids, pages } = await everyPage({ query: "keys", ...wide, sources });
    expect(ids.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page.filtersApplied).toEqual({ sources });
      for (const { source } of page.results) expect(sources).toContain(source);
    }
    const { filtersApplied, results } = await service().searchArchives({ query: "keys", sources: [] });
    expect([filtersApplied, results.length > 0]).toEqual([{}, true]);
  });

  it("that do not exist match nothing", async () => {
    const answer = await service().searchArchives({ query: "payments", sources: ["no-such-source"] });
    expect(answer).toMatchObject({ results: [], totalFound: 0, totalMatched: 0, hasMore: false });
  });
});

describe("tiers", () => {
  it("chunk_text when nothing is similar enough: scores are relative to the best", async () => {
    const { searchTier, results } = await service().searchArchives({
      query: "remittance fee cash",
      minSimilarity: 1,
    });
    expect(searchTier).toBe("chunk_text");
    // The best passage need not be of the best document.
    expect(Math.max(...results.map(({ similarity }) => similarity))).toBe(0.99);
  });

  it("doc_text when no passage contains a word: one snippet per document, of chunk 0", async () => {
    const { searchTier, results } = await service().searchArchives({
      query: "Quillfeather",
      maxChunksPerDoc: 4,
    });
    expect(searchTier).toBe("doc_text");
    expect(results).toMatchObject([{ documentId: signed.documentId, chunkIndex: 0, similarity: 0.99 }]);
  });

  it("no results for stop words and unknown words, without an error", async () => {
    for (const query of ["the of and is", "qzxvw jjkkqq"]) {
      const answer = await service().searchArchives({ query });
      expect(answer).toMatchObject({ results: [], searchTier: "doc_text", totalFound: 0, hasMore: false });
    }
  });
});

describe("intent ideation", () => {
  const queries = [
    "remittance fee cash",
    "privacy without a name",
    "carbon and energy",
    "tutors for schools",
  ];

  it("returns more documents than docs", async () => {
    let [docs, ideation] = [0, 0];
    for (const query of queries) {
      docs += (await service().searchArchives({ query })).totalFound;
      ideation += (await service().searchArchives({ query, intent: "ideation" })).totalFound;
    }
    expect(ideation).toBeGreaterThan(docs);
  });

  it("returns three passages per document by default", async () => {
    const most = async (request: object) => {
      const { results } = await service().searchArchives({
        query: "payments settlement bank",
        ...wide,
        limit: 10,
        ...request,
      });
      return Math.max(
        ...documentIds({ results }).map((id) => results.filter((hit) => hit.documentId === id).length),
      );
    };
    expect(await most({ intent: "ideation" })).toBe(3);
    for (const maxChunksPerDoc of [1, 2, 4])
      expect(await most({ intent: "ideation", maxChunksPerDoc })).toBe(maxChunksPerDoc);
  });

  it("pages like docs", async () => {
    for (const query of queries) {
      const { ids, pages } = await everyPage({ query, intent: "ideation" });
      expect(new Set(ids).size).toBe(ids.length);
      expect(pages.at(-1)!.totalFound).toBe(ids.length);
    }
  });
});

describe("excerpt-only sources", () => {
  const restricted = demoDocuments.filter(({ source }) => excerptSources.has(source));
  let readable: Map<string, string>;
  beforeAll(async () => {
    readable = new Map();
    for (const { documentId } of restricted) {
      const { content } = await service().get("readDocument", { params: { documentId } });
      readable.set(documentId, content);
    }
  });

  it("are found by their whole text, but shown only by their excerpt or title", async () => {
    const flat = (text: string) => text.replaceAll(/\s+/g, " ");
    let beyond = 0;
    for (const { documentId, content, title, source } of restricted) {
      const tail = Array.from(content).slice(1_000).join("");
      for (const sentence of tail
        .split(/(?<=\.)\s+/)
        .filter((text) => text.length > 60)
        .slice(0, 12)) {
        const query = Array.from(sentence).slice(0, 300).join("");
        const { results } = await service().searchArchives({
          query,
          sources: [source],
          ...wide,
          maxChunksPerDoc: 4,
        });
        if (results[0]?.documentId === documentId) beyond++;
        for (const hit of results) {
          const shown = flat(`${readable.get(hit.documentId)} … ${documents.get(hit.documentId)!.title}`);
          expect(shown).toContain(flat(hit.snippet.replaceAll("…", "")).trim());
        }
      }
      expect(title).not.toBe("");
    }
    expect(beyond).toBeGreaterThan(10);
  });
});
