import { describe, expect, it } from "vitest";
import { searchProjectsRequestSchema } from "../../contract/api/search-projects.ts";
import { projectOf } from "../../corpus/projects/project-index.case.ts";
import { queryTerms } from "../../search/analysis/analyzer.ts";
import { context, demo, search, useDemo } from "./search-projects.case.ts";
import { searchProjects } from "./search-projects.ts";

useDemo();

const queries = [
  "wheelchair route planner",
  "payments for market vendors",
  '"market" vendors -dao',
  "soler panels",
];

describe("explain", () => {
  it("adds an explanation to each result and changes nothing else", async () => {
    for (const query of [...queries, ""]) {
      const request = { query, includeFacets: true, includeDiagnostics: true, limit: 25 };
      const plain = await searchProjects(demo, searchProjectsRequestSchema.parse(request));
      const explained = await search({ ...request, explain: true });
      expect(plain.results.some((result) => "explanation" in result)).toBe(false);
      for (const result of explained.results) {
        expect(result.explanation).toBeDefined();
        delete result.explanation;
      }
      expect(explained).toEqual(JSON.parse(JSON.stringify(plain)));
    }
  });

  it("gives contributions that add up to the order of the results", async () => {
    for (const query of queries.slice(0, 2)) {
      const { results } = await search({ query, explain: true, limit: 25 });
      const sums = results.map(({ explanation }) =>
        explanation!.channels.reduce((sum, { contribution }) => sum + contribution, 0),
      );
      sums.slice(1).forEach((sum, i) => {
        expect(sum).toBeLessThanOrEqual(sums[i]! + 1e-3);
      });
    }
  });

  it("counts neighbors where the query has a vector, not where words alone decide", async () => {
    const request = { query: queries[0]!, explain: true, limit: 25 };
    const withVectors = await search(request);
    const [best] = withVectors.results;
    const found = best!.explanation!.channels.find(({ name }) => name === "neighbors");
    expect(found).toMatchObject({ contribution: expect.any(Number), rank: expect.any(Number) });
    expect(found!.contribution).toBeGreaterThan(0);
    const failing = { ...demo, embedQuery: () => Promise.reject(new Error("down")) };
    const byWords = await search(request, failing);
    const names = byWords.results.flatMap(({ explanation }) => explanation!.channels.map(({ name }) => name));
    expect(names).toContain("words");
    expect(names).not.toContain("neighbors");
  });

  it("names the words of the record that match, as written", async () => {
    for (const query of queries) {
      const wanted = new Set(queryTerms(query));
      const { results } = await search({ query, explain: true, limit: 25 });
      for (const { slug, explanation } of results) {
        const details = JSON.stringify(demo.index.details(demo.index.find(slug)));
        for (const term of explanation!.terms) expect(details).toContain(term);
        if (query !== "soler panels")
          for (const term of explanation!.terms)
            expect(queryTerms(term).some((one) => wanted.has(one))).toBe(true);
      }
      expect(results.some(({ explanation }) => explanation!.terms.length > 0)).toBe(true);
    }
  });

  it("gives the position of the first evidence in the description, in code points", async () => {
    let found = 0;
    for (const query of queries) {
      const { results } = await search({ query, explain: true, limit: 25 });
      for (const { slug, evidence, explanation } of results) {
        const { description } = demo.index.details(demo.index.find(slug));
        const { passage } = explanation!;
        if (!passage) continue;
        found++;
        const quoted = [...description!].slice(passage.start, passage.end).join("");
        const line = quoted.replace(/\s+/g, " ");
        expect(evidence[0]!.replace(/^…|…$/g, "")).toBe(line);
      }
    }
    expect(found).toBeGreaterThan(50);
  });

  it("counts code points, and has no passage outside the description", async () => {
    const one = context([
      projectOf({ slug: "emoji", description: `${"😀 ".repeat(300)}obelisk ${"😀 ".repeat(300)}` }),
      projectOf({ slug: "none", oneLiner: "obelisk" }),
      projectOf({ slug: "empty", oneLiner: "obelisk", description: "" }),
    ]);
    const { results } = await search({ query: "obelisk", explain: true }, one);
    const passages = new Map(results.map(({ slug, explanation }) => [slug, explanation!.passage]));
    const { start, end } = passages.get("emoji")!;
    const description = [...one.index.details(one.index.find("emoji")).description!];
    expect(description.slice(start, end).join("")).toContain("obelisk");
    expect([passages.get("none"), passages.get("empty")]).toEqual([null, null]);
  });

  it("is empty for a search without a query", async () => {
    const { results } = await search({ explain: true, limit: 1 });
    expect(results[0]!.explanation).toEqual({ channels: [], terms: [], passage: null });
  });
});
