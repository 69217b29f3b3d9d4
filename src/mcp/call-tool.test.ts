/** Calls of tools over a port of the test's own: sizes, cursors, advice. */
import { describe, expect, it } from "vitest";
import { ApiError } from "../contract/api/errors.ts";
import type { OperationId } from "../contract/api/operations.ts";
import { callTool } from "./call-tool.ts";
import { makeCursor } from "./cursor.ts";
import { createKnownNames } from "./known-names.ts";
import type { Json } from "./tool.ts";
import { tools } from "./tools.ts";
import { charactersPerToken } from "./view/shorten.ts";

type Answers = Partial<Record<OperationId, (request: Json) => object>>;

async function call(name: string, args: Json, answers: Answers) {
  const problems: unknown[] = [];
  const asked: [OperationId, Json][] = [];
  const result = await callTool(tools.find((tool) => tool.name === name)!, args, {
    port: {
      offers: () => true,
      execute: async (id, request) => {
        asked.push([id, request]);
        return answers[id]!(request);
      },
    },
    names: createKnownNames(),
    signal: new AbortController().signal,
    onProblem: (error) => problems.push(error),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape.
  const structured = result.structuredContent as any;
  const [block] = result.content;
  return {
    structured,
    text: block?.type === "text" ? block.text : "",
    isError: result.isError,
    asked,
    problems,
  };
}

const clusters = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    key: `v1-c${i}`,
    label: `cluster ${i}`,
    summary: "s".repeat(2_000),
    projectCount: 1,
    winnerCount: 0,
    winnerShare: 0,
    crowdedness: 0.5,
    byYear: [],
  }));

describe("answers", () => {
  it("take at most 2,000 tokens in brief and 10,000 in full, and continue row by row", async () => {
    for (const [detail, tokens] of [
      ["brief", 2_000],
      ["full", 10_000],
    ] as const) {
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const { structured, text } = await call(
          "clusters",
          { detail, ...(cursor && { cursor }) },
          { listClusters: () => ({ clusters: clusters(200) }) },
        );
        expect(JSON.stringify(structured).length).toBeLessThanOrEqual(charactersPerToken * tokens);
        expect(text.length).toBeLessThanOrEqual(charactersPerToken * tokens);
        keys.push(...structured.clusters.map(({ key }: { key: string }) => key));
        cursor = structured.nextCursor;
      } while (cursor !== undefined);
      expect(keys).toEqual(clusters(200).map(({ key }) => key));
    }
  });

  it("shorten long texts and lists that cannot continue, and count what is left out", async () => {
    const links = Array.from({ length: 500 }, (_, i) => ({
      label: `link ${i}`,
      url: "https://example.org/",
    }));
    const { structured } = await call(
      "faqs",
      { program: "hackathon", id: "a" },
      { getFaq: () => ({ eventDates: null, faq: { id: "a", answer: "x".repeat(20_000), links } }) },
    );
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(2_000 * charactersPerToken);
    expect(structured.faq.answer).toMatch(/… \[20000 characters in all\]$/);
    expect(structured.omitted["faq.links"] + structured.faq.links.length).toBe(500);
  });

  it("ask a search with an offset for the page after the last row shown", async () => {
    const search: Answers = {
      searchProjects: ({ offset = 0 }) => ({
        results: Array.from({ length: 25 }, (_, i) => ({
          slug: `p${Number(offset) + i}`,
          oneLiner: "o".repeat(600),
        })),
        totalFound: 100,
        hasMore: true,
      }),
    };
    const first = await call("searchProjects", { query: "x", limit: 25 }, search);
    const shown = first.structured.results.length;
    expect(shown).toBeLessThan(25);
    const cursor = first.structured.nextCursor;
    const second = await call("searchProjects", { limit: 25, query: "x", cursor }, search);
    expect(second.asked[0]).toEqual(["searchProjects", { query: "x", limit: 25, offset: shown }]);
    expect(second.structured.results[0].slug).toBe(`p${shown}`);
    const other = await call("searchProjects", { query: "y", limit: 25, cursor }, search);
    expect(other.text).toMatch(
      /^INVALID_QUERY: cursor: belongs to other arguments; send it with all arguments/,
    );
  });

  it("show a document again on the next page where its later passages did not fit", async () => {
    const passages = (document: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        documentId: document,
        snippet: `${document}${i} ${"s".repeat(390)}`,
      }));
    const search = (results: Json[]): Answers => ({
      searchArchives: ({ offset = 0 }) => {
        const documents = [...new Set(results.map(({ documentId }) => documentId))].slice(Number(offset));
        return {
          results: results.filter(({ documentId }) => documents.includes(documentId)),
          hasMore: false,
        };
      },
    });
    const several = search([...passages("a", 2), ...passages("b", 4), ...passages("c", 12)]);
    const first = await call("searchArchive", { query: "x" }, several);
    expect(first.structured.results.at(-1).documentId).toBe("c");
    expect(first.structured.hasMore).toBe(true);
    const { nextCursor: cursor } = first.structured;
    const second = await call("searchArchive", { query: "x", cursor }, several);
    expect(second.asked[0]).toEqual(["searchArchives", { query: "x", offset: 2 }]);
    expect(second.structured.results.map(({ snippet }: Json) => String(snippet).slice(0, 3).trim())).toEqual(
      Array.from({ length: 12 }, (_, i) => `c${i}`),
    );
    expect(second.structured.nextCursor).toBeUndefined();
    expect(second.structured.hasMore).toBe(false);

    const alone = search([...passages("a", 40), ...passages("b", 1)]);
    const only = await call("searchArchive", { query: "x" }, alone);
    expect(only.structured.results.length).toBeLessThan(40);
    const after = await call("searchArchive", { query: "x", cursor: only.structured.nextCursor }, alone);
    expect(after.asked[0]).toEqual(["searchArchives", { query: "x", offset: 1 }]);
  });

  it("end where the greatest offset is reached, and count the rows that did not fit", async () => {
    const results = Array.from({ length: 10 }, (_, i) => ({
      documentId: `d${i}`,
      snippet: `${i} ${"s".repeat(1_000)}`,
    }));
    const search: Answers = { searchArchives: () => ({ results, hasMore: false }) };
    const args = { query: "x", limit: 10 };
    const at = async (offset: number) => {
      const cursor = makeCursor("searchArchive", args, offset);
      return (await call("searchArchive", { ...args, cursor }, search)).structured;
    };
    const last = await at(50);
    const shown = last.results.length;
    expect(shown).toBeLessThan(10);
    expect([last.hasMore, last.nextCursor, last.omitted]).toEqual([
      false,
      undefined,
      { results: 10 - shown },
    ]);
    const before = await at(50 - shown);
    expect([before.hasMore, before.omitted]).toEqual([true, undefined]);
    expect(before.nextCursor).toBe(makeCursor("searchArchive", args, 50));
  });

  it("filter values contain a text in their names, not in the names of their fields", async () => {
    const filters: Answers = {
      getFilters: () => ({
        tracks: [{ key: "jam-pay", name: "Payments", hackathonSlug: "jam", projectCount: 12 }],
        prizeTypes: ["Main"],
        prizePlacements: [1],
      }),
    };
    const found = async (contains: string) => (await call("filters", { contains }, filters)).structured;
    for (const field of ["key", "count", '"', ":", "12"])
      expect(await found(field)).toEqual({ tracks: [], prizeTypes: [], prizePlacements: [] });
    expect((await found("PAYM")).tracks).toHaveLength(1);
    expect((await found("main")).prizeTypes).toEqual(["Main"]);
  });

  it("take null for an argument that is not given, and numbers for text of a query string", async () => {
    const { asked } = await call(
      "readDocument",
      { documentId: "d", maxChars: 300, cursor: null },
      { readDocument: () => ({ content: "c", nextOffset: null }) },
    );
    expect(asked).toEqual([["readDocument", { documentId: "d", maxChars: "300" }]]);
  });
});

describe("errors", () => {
  const failing = (error: unknown): Answers => ({
    getCategories: () => {
      throw error;
    },
  });

  it("report how long to wait", async () => {
    const error = new ApiError("RATE_LIMITED", "Too many", { headers: { "Retry-After": "7" } });
    const { isError, text, problems } = await call("categories", {}, failing(error));
    expect([isError, text]).toEqual([true, "RATE_LIMITED: Too many\nWait 7 s, then call it again."]);
    expect(problems).toEqual([]);
  });

  it("do not show what went wrong inside", async () => {
    const { isError, text, problems } = await call("categories", {}, failing(new Error("secret")));
    expect(isError).toBe(true);
    expect(text).not.toContain("secret");
    expect(problems).toHaveLength(1);
  });

  it("name the nearest of five unknown categories, whatever the number of the others", async () => {
    const entry = (key: string) => ({ key, label: key, definition: key });
    const known = Array.from({ length: 41 }, (_, i) => ({ ...entry(`category-${i}`), areaKey: "area" }));
    const answers: Answers = {
      searchProjects: () => {
        throw new ApiError("INVALID_QUERY", "filters.categoryKeys: at most 10 items, got 200000");
      },
      getCategories: () => ({
        version: "1",
        areas: [],
        categories: known,
        other: entry("other-emerging"),
        insufficientInformation: entry("insufficient-information"),
      }),
    };
    const categoryKeys = Array.from({ length: 200_000 }, (_, i) => `categry-${i}`);
    const { text } = await call("searchProjects", { filters: { categoryKeys } }, answers);
    expect(text.split("\n")).toHaveLength(6);
    expect(text).toContain('nothing is named "categry-0"; nearest: "category-0"');
  });

  it("name five unknown arguments at most, however long", async () => {
    const args = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${i}${"x".repeat(1_000)}`, 1]));
    const { text } = await call("categories", args, {});
    expect(text.length).toBeLessThan(1_000);
    expect(text).toContain("arguments: detail");
  });
});
