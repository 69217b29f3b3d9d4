/** POST /analyze, compared with plain loops over the demo. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  categoryCases,
  cohortCases,
  dimensions,
  labelsOf,
  totalsOf,
  valuesOf,
} from "./harness/demo-cohorts.ts";
import { countValues, demoProjects, newestFirst, slugsOf } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();
const analyze = (json: object) => service().get("analyze", { json });

let labels: ReturnType<typeof labelsOf>;
beforeAll(async () => {
  labels = labelsOf(await service().get("getCategories"));
});

describe("200", () => {
  it.each([...cohortCases, ...categoryCases])(
    "$name: totals and buckets of a loop",
    async ({ cohort, passes }) => {
      const projects = newestFirst(demoProjects.filter(passes));
      const overlap = cohort.includeSecondaryCategories === true;
      const answer = await analyze({ cohort, dimensions, topK: 43, samplePerBucket: 3 });
      expect(answer.totals).toEqual(totalsOf(projects));
      expect(answer.categoryCountsOverlap).toBe(overlap);
      expect(Object.keys(answer.buckets)).toEqual(dimensions);
      for (const dimension of dimensions) {
        if (dimension === "clusters") continue;
        const values = (project: (typeof projects)[number]) =>
          valuesOf(project, dimension, { labels, overlap });
        const expected = countValues(projects, values)
          .slice(0, 43)
          .map((bucket) => ({
            ...bucket,
            share: bucket.count / projects.length,
            sampleProjectSlugs: slugsOf(
              projects.filter((project) => values(project).some(({ key }) => key === bucket.key)),
            ).slice(0, 3),
          }));
        expect(answer.buckets[dimension]).toEqual(expected);
      }
    },
  );

  it("cuts at topK, 10 by default, and returns two samples by default, none when none are requested", async () => {
    const request = { cohort: {}, dimensions: ["techStack", "techStack"] };
    const all = countValues(demoProjects, (p) => valuesOf(p, "techStack", { labels }));
    const { buckets } = await analyze(request);
    expect(Object.keys(buckets)).toEqual(["techStack"]);
    expect(buckets.techStack!.map(({ key }) => key)).toEqual(all.slice(0, 10).map(({ key }) => key));
    for (const { count, sampleProjectSlugs } of buckets.techStack!)
      expect(sampleProjectSlugs).toHaveLength(Math.min(2, count));
    const bare = await analyze({ ...request, topK: 1, samplePerBucket: 0 });
    expect(bare.buckets.techStack).toEqual([
      { ...all[0], share: all[0]!.count / demoProjects.length, sampleProjectSlugs: [] },
    ]);
  });

  it("returns every category at once with only categories and topK 43", async () => {
    const { buckets, categoryCountsOverlap } = await analyze({
      cohort: {},
      dimensions: ["categories"],
      topK: 43,
    });
    const counted = countValues(demoProjects, (p) => valuesOf(p, "categories", { labels }));
    expect(buckets.categories!.map(({ key, count }) => [key, count])).toEqual(
      counted.map(({ key, count }) => [key, count]),
    );
    expect(categoryCountsOverlap).toBe(false);
  });

  it("agrees with the facets of project search on clusters and everything else", async () => {
    const shared = ["clusters", "tracks", "problemTags", "primitives"] as const;
    const { buckets } = await analyze({ cohort: { winnersOnly: true }, dimensions: shared, topK: 20 });
    const { facets } = await service().searchProjects({
      filters: { winnersOnly: true },
      includeFacets: true,
      facets: shared,
      facetTopK: 20,
    });
    const counts = (found: readonly { key: string; label: string; count: number }[] = []) =>
      found.map(({ key, label, count }) => [key, label, count]);
    for (const dimension of shared) expect(counts(buckets[dimension])).toEqual(counts(facets![dimension]));
  });

  it("accepts the clusters that GET /filters lists", async () => {
    const { clusters } = await service().get("getFilters");
    for (const { key, projectCount } of clusters) {
      const { totals, buckets } = await analyze({ cohort: { clusterKeys: [key] }, dimensions: ["clusters"] });
      expect(totals.projects).toBe(projectCount);
      expect(buckets.clusters).toMatchObject([{ key, count: projectCount, share: 1 }]);
    }
  });
});

describe("400 INVALID_QUERY", () => {
  const valid = { cohort: {}, dimensions: ["tracks"] };
  const cohort = (fields: object) => ({ ...valid, cohort: fields });

  it.each([
    ["cohort", { dimensions: ["tracks"] }],
    ["cohort", { ...valid, cohort: null }],
    ["cohort.hackathons", cohort({ hackathons: Array(11).fill("x") })],
    ["cohort.trackKeys", cohort({ trackKeys: ["no-slash"] })],
    ["cohort.clusterKeys", cohort({ clusterKeys: ["cluster 1"] })],
    ["cohort.prizePlacements", cohort({ prizePlacements: [0.5] })],
    ["cohort.acceleratorBatchKeys", cohort({ acceleratorBatchKeys: ["cohort-1"] })],
    ["cohort.categoryKeys", cohort({ categoryKeys: [] })],
    ["cohort.labelKeys", cohort({ labelKeys: ["label:commons-2024/health"] })],
    ["dimensions", { ...valid, dimensions: [] }],
    ["dimensions", { ...valid, dimensions: ["labels"] }],
    ["topK", { ...valid, topK: 21 }],
    ["topK", { ...valid, dimensions: ["categories"], topK: 44 }],
    ["topK", { ...valid, topK: 0 }],
    ["samplePerBucket", { ...valid, samplePerBucket: 6 }],
    ["samplePerBucket", { ...valid, samplePerBucket: -1 }],
    ["facets", { ...valid, facets: ["tracks"] }],
  ])("names %s", async (field, json) => {
    const refusal = await service().refusal("analyze", { json });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    expect(refusal.error).toContain(field);
  });

  it("names values that only the corpus can refuse", async () => {
    for (const [fields, words] of [
      [{ categoryKeys: ["never-was"] }, /cohort\.categoryKeys: "never-was" is not a category/],
      [{ trackKeys: ["commons-2024/health"] }, /cohort\.trackKeys: "commons-2024" has no prize tracks/],
    ] as const) {
      const refusal = await service().refusal("analyze", { json: cohort(fields) });
      expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
      expect(refusal.error).toMatch(words);
    }
  });
});

describeRefusals({ service, id: "analyze", valid: { json: { cohort: {}, dimensions: ["categories"] } } });
