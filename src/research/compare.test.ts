import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CompareResponse, compareDimensions } from "../contract/api/analysis.ts";
import { operations } from "../contract/api/operations.ts";
import { parseRequest } from "../contract/api/validation.ts";
import { projectOf } from "../corpus/projects/project-index.case.ts";
import type { SettledProject } from "../corpus/projects/settled-project.ts";
import { compare } from "./compare.ts";
import { contextOf, type TestContext } from "./demo-context.case.ts";
import {
  anyDefinition,
  byKey,
  inCohort,
  type RandomCorpus,
  randomCorpus,
  totalsOf,
  valuesOf,
} from "./random-cohorts.case.ts";

/** The response, checked against the contract. */
function ask(context: TestContext, request: object): CompareResponse {
  const answer = compare(context, parseRequest(operations.compare.request.body, request));
  expect(operations.compare.response.parse(answer)).toEqual(answer);
  return answer;
}

type Side = readonly SettledProject[];

/** Oracle: the rows of one dimension, by a loop over the projects of both cohorts. */
function loop([a, b]: readonly [Side, Side], dimension: (typeof compareDimensions)[number], topK: number) {
  const labels = new Map([...a, ...b].flatMap((p) => valuesOf(p, dimension)).map((v) => [v.key, v.label]));
  const slugsOf = (side: Side, key: string) =>
    side.filter((p) => valuesOf(p, dimension).some((value) => value.key === key)).map(({ slug }) => slug);
  return [...labels]
    .map(([key, label]) => ({ key, label, inA: slugsOf(a, key), inB: slugsOf(b, key) }))
    .sort((x, y) => y.inA.length + y.inB.length - x.inA.length - x.inB.length || byKey(x.key, y.key))
    .slice(0, topK)
    .map(({ key, label, inA, inB }) => {
      const shareA = a.length === 0 ? 0 : inA.length / a.length;
      const shareB = b.length === 0 ? 0 : inB.length / b.length;
      const divisor = inB.length === 0 ? 0.5 / b.length : shareB;
      return {
        key,
        label,
        countA: inA.length,
        shareA,
        countB: inB.length,
        shareB,
        lift: b.length === 0 ? 0 : shareA / divisor,
        delta: shareA - shareB,
        examplesA: inA.slice(0, 2),
        examplesB: inB.slice(0, 2),
      };
    });
}

describe("on random cohorts", () => {
  let corpus: RandomCorpus;
  beforeAll(() => {
    corpus = randomCorpus(300, 34);
  });
  afterAll(() => corpus.context.dispose());
  const everything = { dimensions: compareDimensions, topK: 20 };

  it("returns the counts, shares, lift, delta and examples of a loop over the records", () => {
    const { context, live } = corpus;
    const sizes: string[] = [];
    fc.assert(
      fc.property(anyDefinition, anyDefinition, fc.integer({ min: 1, max: 20 }), (cohortA, cohortB, topK) => {
        const answer = ask(context, { cohortA, cohortB, dimensions: compareDimensions, topK });
        const a = live.filter((project) => inCohort(project, cohortA));
        const b = live.filter((project) => inCohort(project, cohortB));
        sizes.push(`${a.length} ${b.length}`);
        expect(answer.totalsA).toEqual(totalsOf(a));
        expect(answer.totalsB).toEqual(totalsOf(b));
        expect(Object.keys(answer.results)).toEqual(compareDimensions);
        for (const dimension of compareDimensions)
          expect(answer.results[dimension]).toEqual(loop([a, b], dimension, topK));
      }),
      { numRuns: 120 },
    );
    expect(new Set(sizes).size).toBeGreaterThan(50);
  });

  it("finds no difference between a cohort and itself", () => {
    for (const cohort of [{}, { winnersOnly: true }]) {
      const answer = ask(corpus.context, { cohortA: cohort, cohortB: cohort, ...everything });
      expect(answer.totalsA).toEqual(answer.totalsB);
      for (const rows of Object.values(answer.results)) {
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) {
          expect(row).toMatchObject({ lift: 1, delta: 0, countB: row.countA, shareB: row.shareA });
          expect(row.examplesB).toEqual(row.examplesA);
        }
      }
    }
  });

  it("mirrors counts, shares and delta when the cohorts are swapped", () => {
    const [one, other] = [{ winnersOnly: true }, { hackathons: ["spring-2023"] }];
    const there = ask(corpus.context, { cohortA: one, cohortB: other, ...everything });
    const back = ask(corpus.context, { cohortA: other, cohortB: one, ...everything });
    for (const dimension of compareDimensions)
      there.results[dimension]!.forEach((row, i) => {
        const mirrored = back.results[dimension]![i]!;
        expect([mirrored.key, mirrored.countA, mirrored.shareB]).toEqual([row.key, row.countB, row.shareA]);
        expect(mirrored.delta).toBe(-row.delta || 0);
      });
  });

  it("returns no rows for two empty cohorts", () => {
    const contradiction = { hackathons: ["open-week"], trackKeys: ["spring-2023/payments"] };
    const nobody = { clusterKeys: ["v1-c1"] };
    const answer = ask(corpus.context, { cohortA: contradiction, cohortB: nobody, ...everything });
    expect([answer.totalsA, answer.totalsB]).toEqual(Array(2).fill({ projects: 0, winners: 0 }));
    expect(Object.values(answer.results).flat()).toEqual([]);
  });

  it("refuses tracks of a hackathon that has none, naming the side", () => {
    for (const side of ["cohortA", "cohortB"])
      expect(() =>
        ask(corpus.context, {
          cohortA: {},
          cohortB: {},
          dimensions: ["tracks"],
          [side]: { trackKeys: ["commons-2024/any"] },
        }),
      ).toThrow(`${side}.trackKeys: "commons-2024" has no prize tracks`);
  });
});

describe("lift", () => {
  const tagged = (slug: string, event: string, ...techStack: string[]) =>
    projectOf({
      slug,
      hackathon: { slug: event, name: event },
      tags: { problemTags: [], solutionTags: [], primitives: [], techStack, targetUsers: [] },
    });
  let context: TestContext;
  beforeAll(() => {
    context = contextOf([
      tagged("a1", "a", "rust", "wasm"),
      tagged("a2", "a", "rust"),
      tagged("a3", "a"),
      tagged("a4", "a", "go"),
      tagged("b1", "b", "go", "zig"),
      tagged("b2", "b", "rust"),
    ]);
  });
  afterAll(() => context.dispose());

  const lifts = (a: string, b: string) => {
    const { results } = ask(context, {
      cohortA: { hackathons: [a] },
      cohortB: { hackathons: [b] },
      dimensions: ["techStack"],
    });
    return Object.fromEntries(results.techStack!.map(({ key, lift }) => [key, lift]));
  };

  it("is the ratio of the shares (not minus one), finite where B has none: half a project's share", () => {
    // rust: (2/4) / (1/2); go: (1/4) / (1/2); wasm: (1/4) / (0.5/2); zig: 0 / (1/2).
    expect(lifts("a", "b")).toEqual({ rust: 1, go: 0.5, wasm: 1, zig: 0 });
    expect(lifts("b", "a")).toEqual({ rust: 1, go: 2, wasm: 0, zig: 4 });
  });

  it("is 0 where either cohort is empty", () => {
    expect(lifts("a", "nowhere")).toEqual({ rust: 0, go: 0, wasm: 0 });
    expect(lifts("nowhere", "b")).toEqual({ rust: 0, go: 0, zig: 0 });
  });

  it("leaves shareB at 0 where B has none", () => {
    const { results } = ask(context, {
      cohortA: { hackathons: ["a"] },
      cohortB: { hackathons: ["b"] },
      dimensions: ["techStack"],
    });
    expect(results.techStack!.find(({ key }) => key === "wasm")).toMatchObject({
      countB: 0,
      shareB: 0,
      delta: 0.25,
      examplesB: [],
    });
  });
});
