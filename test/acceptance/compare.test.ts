/** POST /compare, compared with plain loops over the demo. */
import { describe, expect, it } from "vitest";
import { dimensions as analyzed, cohortCases, totalsOf, valuesOf } from "./harness/demo-cohorts.ts";
import {
  countValues,
  type DemoProject,
  demoProjects,
  newestFirst,
  slugsOf,
} from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();
const compare = (json: object) => service().get("compare", { json });

const dimensions = analyzed.filter((dimension) => dimension !== "categories");
const noLabels = { labels: new Map<string, string>() };
/** Each cohort against the next one, and the last against the first. */
const pairs = cohortCases.map((a, i) => [a, cohortCases[(i + 1) % cohortCases.length]!] as const);

function rowsOf(
  a: DemoProject[],
  b: DemoProject[],
  dimension: Exclude<(typeof dimensions)[number], "clusters">,
) {
  const values = (project: DemoProject) => valuesOf(project, dimension, noLabels);
  const holders = (projects: DemoProject[], wanted: string) =>
    slugsOf(projects.filter((project) => values(project).some(({ key }) => key === wanted)));
  // Counting both lists together gives the sums, which define the order.
  return countValues([...a, ...b], values).map(({ key, label }) => {
    const [inA, inB] = [holders(a, key), holders(b, key)];
    const shareA = a.length && inA.length / a.length;
    const shareB = b.length && inB.length / b.length;
    return {
      key,
      label,
      countA: inA.length,
      shareA,
      countB: inB.length,
      shareB,
      lift: b.length && shareA / (shareB || 0.5 / b.length),
      delta: shareA - shareB,
      examplesA: inA.slice(0, 2),
      examplesB: inB.slice(0, 2),
    };
  });
}

describe("200", () => {
  it.each(pairs)("$0.name against $1.name: the rows of a loop", async (sideA, sideB) => {
    const [a, b] = [sideA, sideB].map(({ passes }) => newestFirst(demoProjects.filter(passes)));
    const answer = await compare({ cohortA: sideA.cohort, cohortB: sideB.cohort, dimensions, topK: 20 });
    expect(answer.totalsA).toEqual(totalsOf(a!));
    expect(answer.totalsB).toEqual(totalsOf(b!));
    expect(Object.keys(answer.results)).toEqual(dimensions);
    for (const dimension of dimensions)
      if (dimension !== "clusters")
        expect(answer.results[dimension]).toEqual(rowsOf(a!, b!, dimension).slice(0, 20));
  });

  it("of a cohort with itself: lift 1, delta 0 everywhere, clusters included", async () => {
    const cohort = { winnersOnly: true };
    const { results } = await compare({ cohortA: cohort, cohortB: cohort, dimensions });
    const { clusters } = await service().get("getFilters");
    expect(results.clusters!.length > 0).toBe(clusters.length > 0);
    for (const row of Object.values(results).flat()) expect(row).toMatchObject({ lift: 1, delta: 0 });
  });

  it("cuts at topK, 10 by default", async () => {
    const request = { cohortA: {}, cohortB: {}, dimensions: ["techStack"] };
    expect((await compare(request)).results.techStack).toHaveLength(10);
    expect((await compare({ ...request, topK: 1 })).results.techStack).toHaveLength(1);
  });
});

describe("400 INVALID_QUERY", () => {
  const valid = { cohortA: {}, cohortB: {}, dimensions: ["tracks"] };

  it.each([
    ["cohortA", { cohortB: {}, dimensions: ["tracks"] }],
    ["cohortB", { ...valid, cohortB: [] }],
    ["cohortB.hackathons", { ...valid, cohortB: { hackathons: [""] } }],
    ["cohortA.trackKeys", { ...valid, cohortA: { trackKeys: Array(11).fill("a/b") } }],
    ["cohortA.categoryKeys", { ...valid, cohortA: { categoryKeys: ["gaming"] } }],
    ["cohortB.includeSecondaryCategories", { ...valid, cohortB: { includeSecondaryCategories: true } }],
    ["dimensions", { ...valid, dimensions: ["categories"] }],
    ["dimensions", { ...valid, dimensions: [] }],
    ["topK", { ...valid, topK: 21 }],
    ["topK", { ...valid, topK: 0 }],
    ["samplePerBucket", { ...valid, samplePerBucket: 2 }],
    ["cohortB.trackKeys", { ...valid, cohortB: { trackKeys: ["commons-2024/health"] } }],
  ])("names %s", async (field, json) => {
    const refusal = await service().refusal("compare", { json });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    expect(refusal.error).toContain(field);
  });
});

const valid = { json: { cohortA: {}, cohortB: {}, dimensions: ["tracks"] } };
describeRefusals({ service, id: "compare", valid });
