import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../contract/api/errors.ts";
import { projectSearchResultSchema } from "../../contract/api/project.ts";
import { fakeEmbed, projectOf, taxonomy } from "../../corpus/projects/project-index.case.ts";
import { projectText } from "../../corpus/projects/project-texts.ts";
import { queryTerms } from "../../search/analysis/analyzer.ts";
import { demoProjects } from "../demo-context.case.ts";
import { context, demo, search, slugs, useDemo } from "./search-projects.case.ts";

useDemo();

async function refusal(request: object): Promise<ApiError> {
  const error = await search(request).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error;
}

describe("a query in words", () => {
  it("finds a project by its own words, with evidence that holds them", async () => {
    const response = await search({ query: "wheelchair route planner", includeDiagnostics: true });
    const [first] = response.results;
    expect(first!.slug).toBe("kerbwise");
    expect(first!.evidence[0]!.toLowerCase()).toMatch(/wheelchair|route/);
    expect(first!.evidence.length).toBeLessThanOrEqual(2);
    for (const result of response.results) {
      expect(result.similarity).toBeGreaterThan(0);
      expect(result.similarity).toBeLessThanOrEqual(1);
      for (const passage of result.evidence) expect(Array.from(passage).length).toBeLessThanOrEqual(240);
      expect(new Set(result.evidence).size).toBe(result.evidence.length);
    }
    const scores = response.results.map((result) => result.similarity);
    expect(scores).toEqual(scores.toSorted((x, y) => y - x));
    expect(response.diagnostics).toMatchObject({
      modeUsed: "hybrid",
      fallbackUsed: false,
      totalFoundIsEstimate: true,
      queryExpanded: "wheelchair route planner",
      diversityDropped: 0,
    });
    expect(response.diagnostics!.fallbackReason).toBeUndefined();
    expect(response.diagnostics!.vectorCandidates).toBe(demoProjects.length);
    expect(response.diagnostics!.textCandidates).toBeGreaterThan(0);
  });

  it("returns revision and freshness, and no facets or diagnostics that were not requested", async () => {
    const response = await search({ query: "wallet", limit: 1 });
    expect(response.results[0]).toMatchObject({ corpusRevision: "revision-1", crowdedness: null });
    expect(response.results[0]!.freshness!.embeddingsVersion).toBe("fake-64");
    expect(response.facets).toBeUndefined();
    expect(response.diagnostics).toBeUndefined();
    expect(response.categoryCountsOverlap).toBeUndefined();
  });

  it("finds nothing by the headings of a submission form", async () => {
    const projects = ["## What we learned\nPatience.", "## Inspiration\nWe learned to sail."].map(
      (description, i) => projectOf({ slug: `p${i}`, name: `P${i}`, description }),
    );
    const plain = context(projects, { vectors: projects.map(() => null), dimensions: 0 });
    expect(slugs(await search({ query: "learned" }, plain))).toEqual(["p1"]);
    expect(slugs(await search({ query: "inspiration" }, plain))).toEqual([]);
  });

  it("ranks the project first whose name it is, hyphens and stop words included", async () => {
    const named = ["Move -it around", "Moving around", "Move!", "On the Move"];
    const projects = named.map((name, i) =>
      projectOf({ slug: `p${i}`, name, oneLiner: name === "Move!" ? "Move, move, move." : "Boxes." }),
    );
    const plain = context(projects, { vectors: projects.map(() => null), dimensions: 0 });
    for (const name of named) {
      const [first] = (await search({ query: name.toUpperCase() }, plain)).results;
      expect(first!.name).toBe(name);
    }
    expect(slugs(await search({ query: "move -around" }, plain)).toSorted()).toEqual(["p2", "p3"]);
  });

  it("is less similar to what has only the replacement of a misspelt word", async () => {
    const projects = [projectOf({ slug: "a", name: "A", oneLiner: "Finds free parking." })];
    const plain = context(projects, { vectors: [new Float32Array(64).fill(0.125)] });
    const similarityOf = async (query: string) => (await search({ query }, plain)).results[0]!.similarity;
    const [typed, misspelt] = [await similarityOf("parking"), await similarityOf("parkinh")];
    expect(misspelt).toBeLessThan(typed * 0.8);
  });

  it("is expanded by the taxonomy's synonyms", async () => {
    const { terms, expands } = taxonomy.synonyms[0]!;
    const response = await search({ query: terms[0]!, includeDiagnostics: true });
    expect(response.diagnostics!.queryExpanded).toBe(`${terms[0]} ${expands}`);
  });

  it("counts a synonym as seven tenths of a word of the query", async () => {
    const { terms, expands } = taxonomy.synonyms[0]!;
    const projects = ["alpha", ...queryTerms(expands)].map((oneLiner, i) =>
      projectOf({ slug: `p${i}`, name: `P${i}`, oneLiner }),
    );
    const plain = context(projects, { vectors: projects.map(() => null), dimensions: 0 });
    const { results } = await search({ query: `alpha ${terms[0]}`, explain: true }, plain);
    const [typed, added] = ["p0", "p1"].map((slug) => results.find((one) => one.slug === slug)!);
    const words = (one: typeof typed) =>
      one!.explanation!.channels.find(({ name }) => name === "words")!.score!;
    expect(words(added) / words(typed)).toBeCloseTo(0.7 / Math.sqrt(queryTerms(expands).length), 3);
  });

  it("pages without gaps or repeats, and the total reaches one beyond the page", async () => {
    const all: string[] = [];
    for (let offset = 0; ; offset += 25) {
      const page = await search({ query: "open data for small shops", offset, limit: 25 });
      all.push(...slugs(page));
      expect(page.totalFound).toBe(offset + page.results.length + (page.hasMore ? 1 : 0));
      if (!page.hasMore) break;
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(demoProjects.length);
    const beyond = await search({ query: "open data for small shops", offset: 100_000 });
    expect(beyond).toMatchObject({ results: [], hasMore: false, totalFound: all.length });
  });

  it("sets hasMore to false where the page ends with the last result, and to true one result before", async () => {
    const twelve = Array.from({ length: 12 }, (_, i) => projectOf({ slug: `p${i}`, oneLiner: "escrow" }));
    const one = context([...twelve, projectOf({ slug: "other", oneLiner: "rainfall" })], {
      vectors: new Array(13).fill(null),
    });
    for (const request of [{ query: "escrow" }, { hackathons: ["unaffiliated"] }]) {
      const count = "query" in request ? 12 : 13;
      const page = async (limit: number, offset: number) => {
        const { results, hasMore, totalFound } = await search({ ...request, limit, offset }, one);
        return [results.length, hasMore, totalFound];
      };
      expect(await page(count, 0)).toEqual([count, false, count]);
      expect(await page(count - 1, 0)).toEqual([count - 1, true, count]);
      expect(await page(count + 1, 0)).toEqual([count, false, count]);
      expect(await page(5, count - 5)).toEqual([5, false, count]);
      expect(await page(5, count - 6)).toEqual([5, true, count]);
    }
  });

  it("is deterministic", async () => {
    const request = { query: "payments for market vendors", includeFacets: true, includeDiagnostics: true };
    expect(await search(request)).toEqual(await search(request));
  });

  it("accepts any characters", async () => {
    for (const query of [
      "支付系统",
      "😀😀",
      "\u0000\u0007",
      "مرحبا بالعالم",
      "the and of",
      "x".repeat(500),
      "%_\"'\\",
    ])
      await search({ query, includeDiagnostics: true });
  });
});

describe("modes", () => {
  it("is text with a fixed score when the query cannot be embedded", async () => {
    const failing = { ...demo, embedQuery: () => Promise.reject(new Error("the embedder is gone")) };
    const response = await search({ query: "food waste", includeDiagnostics: true }, failing);
    expect(response.results.length).toBeGreaterThan(0);
    for (const result of response.results) expect(result.similarity).toBe(0.8);
    expect(response.diagnostics).toMatchObject({
      modeUsed: "text",
      fallbackUsed: true,
      fallbackReason: "embedding_generation_failed",
      vectorCandidates: 0,
    });
  });

  it("is text when the embedder knows no word of the query; a query of unknown words only finds nothing", async () => {
    const knowing = { ...demo, embedQuery: async () => null };
    const response = await search({ query: "qqqqzz", includeDiagnostics: true }, knowing);
    expect(response).toMatchObject({ results: [], totalFound: 0, hasMore: false });
    expect(response.diagnostics).toMatchObject({ modeUsed: "text", fallbackUsed: true });
  });

  it("is hybrid when the embedder knows only what the query may stand for", async () => {
    const asked: string[] = [];
    const embedQuery = async (text: string) => {
      asked.push(text);
      return text === "zk" ? null : fakeEmbed(text);
    };
    const response = await search({ query: "zk", includeDiagnostics: true }, { ...demo, embedQuery });
    expect(asked).toEqual(["zk", expect.stringContaining("zero knowledge")]);
    expect(response.diagnostics).toMatchObject({ modeUsed: "hybrid", fallbackUsed: false });
  });

  it("is vector, with closeness alone, where only vectors match", async () => {
    const target = demoProjects[5]!;
    const vector = fakeEmbed(projectText(target.record));
    const foreign = { ...demo, embedQuery: async () => vector };
    const response = await search({ query: "qqqqzz", includeDiagnostics: true }, foreign);
    expect(response.diagnostics).toMatchObject({
      modeUsed: "vector",
      fallbackUsed: false,
      textCandidates: 0,
    });
    expect(response.results[0]!.slug).toBe(target.slug);
    expect(response.results[0]!.similarity).toBeCloseTo(1, 1);
  });

  it("is filters for an empty query: newest first, score 0, the one-liner as evidence, an exact total", async () => {
    const response = await search({ query: "  ", limit: 25, offset: 3, includeDiagnostics: true });
    expect(response.totalFound).toBe(demoProjects.length);
    expect(response.hasMore).toBe(true);
    expect(response.diagnostics).toMatchObject({
      modeUsed: "filters",
      fallbackUsed: false,
      totalFoundIsEstimate: false,
      queryExpanded: "",
      vectorCandidates: 0,
    });
    const dates = response.results.map((result) => result.hackathon.startDate);
    expect(dates).toEqual(dates.toSorted().reverse());
    for (const { similarity, evidence, oneLiner } of response.results) {
      expect(similarity).toBe(0);
      expect(evidence).toEqual(oneLiner ? [oneLiner] : []);
    }
    const first = await search({ limit: 25 });
    expect(slugs(first).slice(3)).toEqual(slugs(response).slice(0, 22));
    const beyond = await search({ offset: 5000 });
    expect(beyond).toMatchObject({ results: [], hasMore: false, totalFound: demoProjects.length });
  });
});

describe("projects without a vector", () => {
  const projects = ["a", "b", "c", "d"].map((slug) =>
    projectOf({
      slug,
      oneLiner: `escrow ${slug}`,
      description: slug === "d" ? "escrow escrow escrow" : "other",
    }),
  );

  it("rank after all others, and are counted", async () => {
    const vectors = projects.map(({ slug, record }) =>
      slug === "d" ? null : fakeEmbed(projectText(record)),
    );
    const some = context([...projects, projectOf({ slug: "e", description: "nothing alike" })], {
      vectors: [...vectors, null],
    });
    const response = await search({ query: "escrow", includeDiagnostics: true }, some);
    expect(slugs(response).at(-1)).toBe("d");
    const scores = response.results.map((result) => result.similarity);
    expect(scores).toEqual(scores.toSorted((x, y) => y - x));
    expect(response.diagnostics).toMatchObject({
      modeUsed: "hybrid",
      fallbackUsed: true,
      fallbackReason: "missing_vector",
      missingVectorProjects: 2,
      missingVectorMatches: 1,
    });
  });

  it("are counted among those that pass the filters, whatever else the thread searches meanwhile", async () => {
    const projects = ["2024-a", "2025-b"].map((hackathon, i) =>
      projectOf({ slug: `p${i}`, name: "Reef", hackathon: { slug: hackathon } }),
    );
    const on = context(projects, { vectors: projects.map(() => null) });
    const asked = ["2024-a", "none"].map((slug) => ({
      query: "reef",
      hackathons: [slug],
      includeDiagnostics: true,
    }));
    const [one, none] = await Promise.all(asked.map((request) => search(request, on)));
    expect(one!.diagnostics!.missingVectorProjects).toBe(1);
    expect(none!.diagnostics!.missingVectorProjects).toBeUndefined();
  });

  it("are found by text when none has one", async () => {
    const none = context(projects, { vectors: projects.map(() => null) });
    const response = await search({ query: "escrow", includeDiagnostics: true }, none);
    expect(response.results).toHaveLength(4);
    expect(response.results[0]!.similarity).toBe(0.8);
    expect(response.diagnostics).toMatchObject({ modeUsed: "text", fallbackReason: "missing_vector" });
  });

  it("are all projects where there is no embedder", async () => {
    const plain = context(projects, { vectors: projects.map(() => null), dimensions: 0 });
    const response = await search({ query: "escrow", includeDiagnostics: true }, plain);
    expect(response.diagnostics).toMatchObject({ modeUsed: "text", fallbackUsed: true });
  });
});

describe("filters", () => {
  it("apply to queries and to browsing, and are echoed", async () => {
    for (const query of ["", "wallet"]) {
      const response = await search({
        query,
        hackathons: ["meridian-2023", "meridian-2023"],
        filters: { winnersOnly: true, isChainMobile: false, techStack: [] },
        limit: 25,
        includeDiagnostics: true,
      });
      for (const { hackathon, award } of response.results)
        expect([hackathon.slug, award]).toEqual(["meridian-2023", "winner"]);
      expect(response.filtersApplied).toEqual({
        hackathons: ["meridian-2023"],
        filters: { winnersOnly: true, isSolanaMobile: false },
      });
      expect(response.diagnostics!.effectiveFilters).toEqual({
        hackathons: ["meridian-2023"],
        winnersOnly: true,
        isSolanaMobile: false,
      });
    }
  });

  it("match nothing for unknown keys", async () => {
    const unknown = [
      { hackathons: ["no-such"] },
      { trackKeys: ["no-such/track"] },
      { trackKeys: ["meridian-2023/no-such"] },
      { labelKeys: ["label:no-such/label"] },
      { filters: { techStack: ["no such"] } },
      { filters: { clusterKeys: ["v1-c999"] } },
      { filters: { acceleratorBatchKeys: ["accelerator/no-such"] } },
      { filters: { builtWith: { languages: ["no such"] } } },
    ];
    for (const filters of unknown)
      for (const query of ["", "wallet"])
        expect(await search({ query, ...filters, includeFacets: true })).toMatchObject({
          results: [],
          totalFound: 0,
          hasMore: false,
        });
  });

  it("are refused where they are invalid for this corpus", async () => {
    const category = await refusal({ filters: { categoryKeys: ["no-such-category"] } });
    expect(category).toMatchObject({ code: "INVALID_QUERY", status: 400 });
    expect(category.message).toContain("filters.categoryKeys");
    const track = await refusal({ trackKeys: ["commons-2024/health"] });
    expect(track).toMatchObject({ code: "INVALID_QUERY", status: 400 });
    expect(track.message).toContain("commons-2024");
  });

  it("accept every category and the two special keys", async () => {
    const keys = [...taxonomy.categories.map(({ key }) => key), "other-emerging", "insufficient-information"];
    for (const key of keys) await search({ filters: { categoryKeys: [key] } });
  });
});

describe("any request", () => {
  const request = fc.record(
    {
      query: fc.constantFrom("", "wallet", "invoice factoring for exporters", "tutor", "zzzz", "defi yield"),
      hackathons: fc.uniqueArray(fc.constantFrom("meridian-2023", "commons-2024", "nothing"), {
        maxLength: 2,
      }),
      limit: fc.integer({ min: 1, max: 25 }),
      offset: fc.nat(150),
      diversify: fc.boolean(),
      includeFacets: fc.boolean(),
      includeDiagnostics: fc.boolean(),
      filters: fc.record(
        { winnersOnly: fc.boolean(), isUniversityProject: fc.boolean() },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );

  it("gets a response that fits the contract, with consistent page and total", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const response = await search(given);
        const { limit = 10, offset = 0, query = "" } = given;
        expect(response.results.length).toBeLessThanOrEqual(limit);
        for (const result of response.results) projectSearchResultSchema.parse(result);
        expect(response.hasMore).toBe(
          response.totalFound > offset + response.results.length && response.results.length > 0,
        );
        if (query !== "") expect(response.totalFound - offset).toBeLessThanOrEqual(limit + 1);
      }),
      { numRuns: 150 },
    );
  });
});
