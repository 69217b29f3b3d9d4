import { describe, expect, it } from "vitest";
import { facetDimensions, type SearchProjectsResponse } from "../../contract/api/search-projects.ts";
import { projectOf, taxonomy } from "../../corpus/projects/project-index.case.ts";
import { demoProjects } from "../demo-context.case.ts";
import { context, search, slugs, useDemo } from "./search-projects.case.ts";

useDemo();

describe("facets", () => {
  it("count every project that passes the filters, for any query", async () => {
    const filters = { hackathons: ["lattice-2024"] };
    const browsed = await search({ ...filters, includeFacets: true, facetTopK: 43 });
    const searched = await search({ ...filters, query: "bridge", includeFacets: true, facetTopK: 43 });
    expect(searched.facets).toEqual(browsed.facets);
    expect(Object.keys(browsed.facets!)).toEqual([...facetDimensions]);
    expect(browsed.categoryCountsOverlap).toBe(false);
    const total = demoProjects.filter(({ hackathonSlug }) => hackathonSlug === "lattice-2024").length;
    expect(browsed.facets!.hackathons).toMatchObject([{ key: "lattice-2024", count: total }]);
  });

  it("are ordered by count, then key, cut at facetTopK, with at most three samples", async () => {
    const { facets } = await search({ includeFacets: true, facets: ["techStack", "tracks"], facetTopK: 5 });
    expect(Object.keys(facets!).sort()).toEqual(["techStack", "tracks"]);
    for (const buckets of Object.values(facets!)) {
      expect(buckets.length).toBeLessThanOrEqual(5);
      const sorted = buckets.toSorted((x, y) => y.count - x.count || (x.key < y.key ? -1 : 1));
      expect(buckets).toEqual(sorted);
      for (const { count, sampleProjectSlugs } of buckets)
        expect(sampleProjectSlugs).toHaveLength(Math.min(3, count));
    }
  });

  it("agree with filtering by the key of each bucket", async () => {
    const { facets } = await search({ includeFacets: true, facetTopK: 20 });
    const filterOf: Record<string, (key: string) => object> = {
      hackathons: (key) => ({ hackathons: [key] }),
      tracks: (key) => ({ trackKeys: [key] }),
      labels: (key) => ({ labelKeys: [key] }),
      prizes: (key) => ({ filters: { prizeTypes: [key] } }),
      techStack: (key) => ({ filters: { techStack: [key] } }),
      problemTags: (key) => ({ filters: { problemTags: [key] } }),
      categories: (key) => ({ filters: { categoryKeys: [key] } }),
    };
    for (const [dimension, filter] of Object.entries(filterOf))
      for (const { key, count } of facets![dimension as "tracks"]!)
        expect((await search(filter(key))).totalFound).toBe(count);
  });

  it("count second categories when requested, and report it", async () => {
    const keys = { primaryKey: taxonomy.categories[0]!.key, secondaryKey: taxonomy.categories[1]!.key };
    const one = context([projectOf({ slug: "one", categories: { ...keys, confidence: "high" } })]);
    const second = { categoryKeys: [keys.secondaryKey] };
    const facets = { includeFacets: true, facets: ["categories"] };
    expect(await search({ ...facets, filters: second }, one)).toMatchObject({
      results: [],
      facets: { categories: [] },
    });
    const both = await search({ ...facets, filters: { ...second, includeSecondaryCategories: true } }, one);
    expect(both.results).toHaveLength(1);
    expect(both.categoryCountsOverlap).toBe(true);
    expect(both.facets!.categories!.map(({ key }) => key).sort()).toEqual(Object.values(keys).sort());
  });

  it("omit tracks and labels of projects with an ambiguous classification", async () => {
    const open = demoProjects.filter(({ record }) => record.tracks?.length && record.labels?.length);
    expect(open.length).toBeGreaterThan(0);
    for (const { slug, record } of open) {
      const { results } = await search({ query: record.name, limit: 25 });
      const result = results.find((one) => one.slug === slug)!;
      expect([result.trackClassification, result.tracks, result.labels]).toEqual(["ambiguous", [], []]);
    }
  });
});

describe("diversify", () => {
  const projects = Array.from({ length: 30 }, (_, i) =>
    projectOf({
      slug: `p${String(i).padStart(2, "0")}`,
      oneLiner: `escrow for markets ${"escrow ".repeat(i < 20 ? 3 : 1)}`,
      hackathon: { slug: i < 20 ? "big" : `small-${i}`, startDate: "2024-01-01" },
    }),
  );

  it("brings other hackathons onto the page, and counts the displaced results", async () => {
    const one = context(projects);
    const request = { query: "escrow markets", limit: 10, includeDiagnostics: true };
    const plain = await search(request, one);
    const spread = await search({ ...request, diversify: true }, one);
    const hackathons = (response: SearchProjectsResponse) =>
      new Set(response.results.map((result) => result.hackathon.slug)).size;
    expect(hackathons(spread)).toBeGreaterThan(hackathons(plain));
    expect(spread.results[0]!.slug).toBe(plain.results[0]!.slug);
    const pushedOut = slugs(plain).filter((slug) => !slugs(spread).includes(slug)).length;
    expect(spread.diagnostics!.diversityDropped).toBe(pushedOut);
    expect(pushedOut).toBeGreaterThan(0);
    expect(plain.diagnostics!.diversityDropped).toBe(0);
  });

  it("pages without gaps or repeats", async () => {
    const request = { query: "escrow markets", diversify: true, limit: 7 };
    const one = context(projects);
    const pages = await Promise.all([0, 7, 14, 21, 28].map((offset) => search({ ...request, offset }, one)));
    expect(pages.flatMap(slugs).toSorted()).toEqual(projects.map(({ slug }) => slug));
  });
});

describe("withdrawal", () => {
  it("removes a project from results, totals and facets together", async () => {
    const one = context(demoProjects);
    const request = { query: "wheelchair route planner", limit: 25, includeFacets: true };
    expect(slugs(await search(request, one))).toContain("kerbwise");
    const before = await search({}, one);
    one.index.withdraw("kerbwise");
    const after = await search(request, one);
    expect(slugs(after)).not.toContain("kerbwise");
    expect(JSON.stringify(after.facets)).not.toContain('"kerbwise"');
    expect((await search({}, one)).totalFound).toBe(before.totalFound - 1);
  });
});

describe("clusters", () => {
  const cluster = { key: "v1-c2", label: "Remittances" };
  const projects = ["a", "b", "c"].map((slug) => projectOf({ slug }));

  it("filter, are counted, and report crowdedness over live projects", async () => {
    const one = context(projects, {
      clustering: {
        clusters: [{ ...cluster, summary: "", representatives: ["a"] }],
        clusterOf: new Map(["a", "b"].map((slug) => [slug, cluster.key])),
      },
    });
    const request = { filters: { clusterKeys: ["v1-c2"] }, includeFacets: true };
    const response = await search(request, one);
    expect(slugs(response)).toEqual(["a", "b"]);
    expect(response.results[0]).toMatchObject({ cluster, crowdedness: 2 });
    expect(response.facets!.clusters).toMatchObject([{ ...cluster, count: 2 }]);
    one.index.withdraw("a");
    expect((await search(request, one)).results).toMatchObject([{ slug: "b", crowdedness: 1 }]);
  });
});
