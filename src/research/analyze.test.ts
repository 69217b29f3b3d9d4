import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AnalyzeResponse, analyzeDimensionSchema } from "../contract/api/analysis.ts";
import { operations } from "../contract/api/operations.ts";
import { parseRequest } from "../contract/api/validation.ts";
import { projectOf, taxonomy } from "../corpus/projects/project-index.case.ts";
import type { SettledProject } from "../corpus/projects/settled-project.ts";
import { analyze } from "./analyze.ts";
import { contextOf, type TestContext } from "./demo-context.case.ts";
import {
  anyCohort,
  byKey,
  inCohort,
  type RandomCorpus,
  randomCorpus,
  totalsOf,
  valuesOf,
} from "./random-cohorts.case.ts";

const dimensions = analyzeDimensionSchema.options;

/** The response, checked against the contract. */
function ask(context: TestContext, request: object): AnalyzeResponse {
  const answer = analyze(context, parseRequest(operations.analyze.request.body, request));
  expect(operations.analyze.response.parse(answer)).toEqual(answer);
  return answer;
}

/** Oracle: the buckets of one dimension, by a loop over the projects. */
function loop(
  projects: readonly SettledProject[],
  dimension: (typeof dimensions)[number],
  { overlap, topK, samples }: { overlap: boolean; topK: number; samples: number },
) {
  const found = new Map<string, { label: string; slugs: string[] }>();
  for (const project of projects)
    for (const { key, label } of valuesOf(project, dimension, overlap)) {
      const bucket = found.get(key) ?? { label, slugs: [] };
      bucket.slugs.push(project.slug);
      found.set(key, bucket);
    }
  return [...found]
    .sort(([a, x], [b, y]) => y.slugs.length - x.slugs.length || byKey(a, b))
    .slice(0, topK)
    .map(([key, { label, slugs }]) => ({
      key,
      label,
      count: slugs.length,
      share: slugs.length / projects.length,
      sampleProjectSlugs: slugs.slice(0, samples),
    }));
}

describe("on random cohorts", () => {
  let corpus: RandomCorpus;
  beforeAll(() => {
    corpus = randomCorpus(400, 21);
  });
  afterAll(() => corpus.context.dispose());

  it("returns the counts, shares, order and samples of a loop over the records, in every dimension", () => {
    const { context, live } = corpus;
    const sizes: number[] = [];
    const settings = fc.record({ topK: fc.integer({ min: 1, max: 43 }), samplePerBucket: fc.nat(5) });
    fc.assert(
      fc.property(anyCohort, settings, (cohort, { topK, samplePerBucket }) => {
        const answer = ask(context, { cohort, dimensions, topK, samplePerBucket });
        const projects = live.filter((project) => inCohort(project, cohort));
        const overlap = cohort.includeSecondaryCategories ?? false;
        sizes.push(projects.length);
        expect(answer.totals).toEqual(totalsOf(projects));
        expect(answer.categoryCountsOverlap).toBe(overlap);
        expect(Object.keys(answer.buckets)).toEqual(dimensions);
        for (const dimension of dimensions)
          expect(answer.buckets[dimension]).toEqual(
            loop(projects, dimension, { overlap, topK, samples: samplePerBucket }),
          );
      }),
      { numRuns: 120 },
    );
    // The cohorts were neither all empty nor all the same.
    expect(new Set(sizes).size).toBeGreaterThan(20);
  });

  it("treats {} as all projects", () => {
    const { context, live } = corpus;
    expect(ask(context, { cohort: {}, dimensions: ["clusters"] }).totals).toEqual(totalsOf(live));
  });

  it("returns no buckets and shares of 0 for an empty cohort", () => {
    const empty = [
      { hackathons: ["nowhere-1999"] },
      { clusterKeys: ["v1-c1"] },
      { clusterKeys: ["v2-c6"] },
      { winnersOnly: true, hackathons: ["spring-2023"], trackKeys: ["autumn-2023/payments"] },
      { prizePlacements: [-1] },
    ];
    for (const cohort of empty) {
      const answer = ask(corpus.context, { cohort, dimensions });
      expect(answer.totals).toEqual({ projects: 0, winners: 0 });
      expect(Object.values(answer.buckets).flat()).toEqual([]);
    }
  });

  it("reports whether categories overlap only when they are requested", () => {
    const cohort = { includeSecondaryCategories: true };
    const answer = ask(corpus.context, { cohort, dimensions: ["tracks"] });
    expect(answer).not.toHaveProperty("categoryCountsOverlap");
  });

  it("counts winners without honorable mentions, whatever the cohort", () => {
    const { context, live } = corpus;
    const mentions = live.filter(({ award }) => award === "honorable_mention");
    expect(mentions.length).toBeGreaterThan(5);
    const { totals } = ask(context, { cohort: { winnersOnly: true }, dimensions: ["tracks"] });
    expect(totals).toEqual({ projects: totals.winners, winners: totals.winners });
  });

  it("refuses a category that is not in the taxonomy, and a track of a hackathon without tracks", () => {
    const refused = (cohort: object) => () => ask(corpus.context, { cohort, dimensions: ["tracks"] });
    expect(refused({ categoryKeys: ["never-was"] })).toThrow(
      'cohort.categoryKeys: "never-was" is not a category',
    );
    expect(refused({ trackKeys: ["commons-2024/any"] })).toThrow(
      'cohort.trackKeys: "commons-2024" has no prize tracks',
    );
  });
});

describe("categories", () => {
  const { categories, other, insufficientInformation } = taxonomy;
  const keys = [...categories, other, insufficientInformation].map(({ key }) => key);
  let context: TestContext;
  beforeAll(() => {
    const projects = keys.map((primaryKey, i) =>
      projectOf({
        slug: `project-${i}`,
        categories: { primaryKey, secondaryKey: keys[(i + 1) % 5]!, confidence: "low" },
      }),
    );
    context = contextOf([...projects, projectOf({ slug: "not-yet" })]);
  });
  afterAll(() => context.dispose());

  it("all 43 fit into one response; projects without a category count in the totals only", () => {
    const answer = ask(context, { cohort: {}, dimensions: ["categories"], topK: 43 });
    expect(answer.totals.projects).toBe(44);
    expect(answer.buckets.categories!.map(({ key, count }) => [key, count])).toEqual(
      keys.toSorted(byKey).map((key) => [key, 1]),
    );
    expect(answer.categoryCountsOverlap).toBe(false);
  });

  it("overlap with second categories: a project then counts once in each of the two", () => {
    const cohort = { includeSecondaryCategories: true };
    const answer = ask(context, { cohort, dimensions: ["categories"], topK: 43 });
    expect(answer.categoryCountsOverlap).toBe(true);
    const sum = answer.buckets.categories!.reduce((total, { count }) => total + count, 0);
    expect(sum).toBe(43 + 43);
    expect(answer.totals.projects).toBe(44);
  });

  it("as a filter match second categories only when requested", () => {
    const [first] = keys as [string];
    const totals = (cohort: object) => ask(context, { cohort, dimensions: ["tracks"] }).totals.projects;
    expect(totals({ categoryKeys: [first] })).toBe(1);
    const seconds = keys.filter((key, i) => key !== first && keys[(i + 1) % 5] === first).length;
    expect(totals({ categoryKeys: [first], includeSecondaryCategories: true })).toBe(1 + seconds);
  });
});

it("leaves tracks out while their classification is ambiguous", () => {
  const hackathon = { slug: "event", name: "Event" };
  const context = contextOf([
    projectOf({ slug: "clear", hackathon, tracks: ["Payments"] }),
    projectOf({ slug: "unclear", hackathon, tracks: ["Payments"], labels: ["Payments"] }),
  ]);
  const answer = ask(context, { cohort: {}, dimensions: ["tracks"] });
  context.dispose();
  expect(answer.totals.projects).toBe(2);
  expect(answer.buckets.tracks).toEqual([
    { key: "event/payments", label: "Payments", count: 1, share: 0.5, sampleProjectSlugs: ["clear"] },
  ]);
});

it("answers on a corpus without projects", () => {
  const context = contextOf([]);
  const answer = ask(context, { cohort: {}, dimensions });
  context.dispose();
  expect(answer.totals).toEqual({ projects: 0, winners: 0 });
  expect(Object.values(answer.buckets).flat()).toEqual([]);
});
