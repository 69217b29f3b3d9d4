import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltWithKind, builtWithKinds } from "../../contract/api/built-with.ts";
import { type OperationInput, type OperationOutput, operations } from "../../contract/api/operations.ts";
import { parseRequest } from "../../contract/api/validation.ts";
import { hackathonsOf, projectOf } from "../../corpus/projects/project-index.case.ts";
import { randomProjects } from "../../corpus/projects/random-projects.case.ts";
import type { SettledProject } from "../../corpus/projects/settled-project.ts";
import { contextOf, type TestContext } from "../demo-context.case.ts";
import {
  type AnyCohort,
  anyTechnologyCohort,
  byKey,
  inCohort,
  type RandomCorpus,
  randomCorpus,
} from "../random-cohorts.case.ts";
import { countTechnology, trendTechnology } from "./count-technology.ts";
import { findCoUsage, listTopTechnologies } from "./top-technologies.ts";

type TechnologyOperation = "countTechnology" | "trendTechnology" | "findCoUsage" | "listTopTechnologies";
const run: {
  [Id in TechnologyOperation]: (context: TestContext, input: OperationInput<Id>) => OperationOutput<Id>;
} = { countTechnology, trendTechnology, findCoUsage, listTopTechnologies };

/** The response, checked against the contract. */
function ask<Id extends TechnologyOperation>(
  context: TestContext,
  id: Id,
  request: object,
): OperationOutput<Id> {
  const { request: schemas, response } = operations[id];
  const answer = run[id](context, parseRequest(schemas.body, request) as OperationInput<Id>);
  expect(response.parse(answer)).toEqual(answer);
  return answer;
}

const namesIn = ({ record }: SettledProject, kind: BuiltWithKind) =>
  new Set(record.builtWith?.[kind].map(({ name }) => name.trim().toLowerCase()));
const toolsOf = (project: SettledProject) =>
  new Set(builtWithKinds.flatMap((kind) => [...namesIn(project, kind)]));

/** The kind under which most projects list a name; of equally common ones the first. */
function kindOf(published: readonly SettledProject[], name: string): BuiltWithKind {
  const counts = builtWithKinds.map((kind) => published.filter((p) => namesIn(p, kind).has(name)).length);
  return builtWithKinds[counts.indexOf(Math.max(...counts))]!;
}

const shareOf = (count: number, whole: number) => (whole === 0 ? 0 : count / whole);

function usageOf(projects: readonly SettledProject[], name: string) {
  const count = projects.filter((project) => toolsOf(project).has(name)).length;
  return {
    projects: projects.length,
    projectsWithRepositoryTags: projects.filter(({ record }) => record.builtWith).length,
    count,
    share: shareOf(count, projects.length),
  };
}

/** Oracle: technologies of some projects, by a loop over them. */
function ranked(projects: readonly SettledProject[], published: readonly SettledProject[]) {
  const names = [...new Set(projects.flatMap((project) => [...toolsOf(project)]))];
  return names
    .map((name) => ({
      technology: { category: kindOf(published, name), name },
      count: projects.filter((project) => toolsOf(project).has(name)).length,
    }))
    .sort(
      (x, y) =>
        y.count - x.count ||
        byKey(x.technology.category, y.technology.category) ||
        byKey(x.technology.name, y.technology.name),
    );
}

describe("on random cohorts", () => {
  let corpus: RandomCorpus;
  let hackathons: ReturnType<typeof hackathonsOf>;
  beforeAll(() => {
    corpus = randomCorpus(300, 13);
    hackathons = hackathonsOf(randomProjects(300, 13));
  });
  afterAll(() => corpus.context.dispose());

  const technology = fc.record({
    category: fc.constantFrom(...builtWithKinds),
    name: fc.constantFrom("rust", " RUST ", "TypeScript", "postgres", "Anchor", "never heard of"),
  });
  const keyOf = ({ name }: { name: string }) => name.trim().toLowerCase();
  const members = (cohort: AnyCohort) => corpus.live.filter((project) => inCohort(project, cohort));

  /** Selected ones in any case, else those with a project in the cohort; by time, unknown dates first. */
  function hackathonRows(cohort: AnyCohort, name: string) {
    const all = members(cohort);
    return hackathons
      .map((hackathon) => ({ hackathon, its: all.filter((p) => p.hackathon.slug === hackathon.slug) }))
      .filter(({ hackathon: { slug }, its }) =>
        cohort.hackathonSlugs ? cohort.hackathonSlugs.includes(slug) : its.length > 0,
      )
      .sort(({ hackathon: a }, { hackathon: b }) => {
        const time = ({ startDate }: typeof a) => (startDate ? Date.parse(startDate) : -1);
        return time(a) - time(b) || byKey(a.slug, b.slug);
      })
      .map(({ hackathon: { slug, name: label, startDate }, its }) => ({
        hackathon: { slug, name: label, startDate },
        ...usageOf(its, name),
      }));
  }

  it("counts and trends equal those of a loop over the records", () => {
    fc.assert(
      fc.property(anyTechnologyCohort, technology, (cohort, asked) => {
        const name = keyOf(asked);
        const counts = ask(corpus.context, "countTechnology", { technology: asked, cohort });
        expect(counts).toEqual({
          technology: { category: asked.category, name },
          totals: usageOf(members(cohort), name),
          hackathons: hackathonRows(cohort, name),
        });
        const { totals: _, ...trends } = counts;
        expect(ask(corpus.context, "trendTechnology", { technology: asked, cohort })).toEqual(trends);
      }),
      { numRuns: 150 },
    );
  });

  it("co-usage equals that of a loop over the records", () => {
    const settings = fc.record({ topK: fc.integer({ min: 1, max: 50 }), technology });
    let rows = 0;
    fc.assert(
      fc.property(anyTechnologyCohort, settings, (cohort, { topK, technology: asked }) => {
        const name = keyOf(asked);
        const all = members(cohort);
        const carrying = all.filter((project) => toolsOf(project).has(name));
        const results = ranked(carrying, corpus.published)
          .filter((other) => other.technology.name !== name)
          .slice(0, topK)
          .map(({ technology: other, count }) => {
            const cohortCount = usageOf(all, other.name).count;
            const share = count / carrying.length;
            const lift = share / (cohortCount / all.length);
            return { technology: other, count, share, cohortCount, lift };
          });
        rows += results.length;
        expect(ask(corpus.context, "findCoUsage", { technology: asked, cohort, topK })).toEqual({
          technology: { category: asked.category, name },
          totals: usageOf(all, name),
          results,
        });
      }),
      { numRuns: 150 },
    );
    expect(rows).toBeGreaterThan(100);
  });

  it("the top list equals that of a loop over the records, for one kind or all", () => {
    const kind = fc.constantFrom(undefined, ...builtWithKinds);
    const settings = fc.record({ topK: fc.integer({ min: 1, max: 50 }), technologyCategory: kind });
    fc.assert(
      fc.property(anyTechnologyCohort, settings, (cohort, { topK, technologyCategory }) => {
        const all = members(cohort);
        const { projects, projectsWithRepositoryTags } = usageOf(all, "");
        expect(ask(corpus.context, "listTopTechnologies", { cohort, topK, technologyCategory })).toEqual({
          totals: { projects, projectsWithRepositoryTags },
          results: ranked(all, corpus.published)
            .filter(({ technology: { category } }) => [undefined, category].includes(technologyCategory))
            .slice(0, topK)
            .map((row) => ({ ...row, share: row.count / projects })),
        });
      }),
      { numRuns: 150 },
    );
  });

  it("selected hackathons have rows of zeros where nothing matches; unknown ones have none", () => {
    const cohort = { hackathonSlugs: ["summer-2024", "commons-2024", "open-week", "nowhere-1999"] };
    const asked = { category: "chains", name: "never heard of" };
    const { hackathons: rows } = ask(corpus.context, "countTechnology", { technology: asked, cohort });
    expect(rows.map(({ hackathon: { slug }, count, share }) => [slug, count, share])).toEqual([
      ["open-week", 0, 0],
      ["summer-2024", 0, 0],
      ["commons-2024", 0, 0],
    ]);
    const empty = rows.find(({ hackathon }) => hackathon.slug === "commons-2024");
    expect(empty).toMatchObject({ projects: 0, projectsWithRepositoryTags: 0 });
  });

  it("an empty cohort has shares of 0 and lists nothing", () => {
    const cohort = { hackathonSlugs: ["nowhere-1999"] };
    const rust = { category: "languages", name: "rust" };
    const zero = { projects: 0, projectsWithRepositoryTags: 0, count: 0, share: 0 };
    expect(ask(corpus.context, "countTechnology", { technology: rust, cohort })).toMatchObject({
      totals: zero,
      hackathons: [],
    });
    expect(ask(corpus.context, "findCoUsage", { technology: rust, cohort })).toMatchObject({
      totals: zero,
      results: [],
    });
    expect(ask(corpus.context, "listTopTechnologies", { cohort }).results).toEqual([]);
  });

  it("refuses a category that is not in the taxonomy", () => {
    const cohort = { categoryKeys: ["never-was"] };
    expect(() => ask(corpus.context, "listTopTechnologies", { cohort })).toThrow(
      'cohort.categoryKeys: "never-was" is not a category',
    );
  });
});

describe("a technology under several kinds", () => {
  const used = (slug: string, tools: Partial<Record<BuiltWithKind, string[]>>, event = "event") => {
    const kinds = builtWithKinds.map((kind) => [kind, (tools[kind] ?? []).map((name) => ({ name }))]);
    return projectOf({
      slug,
      hackathon: { slug: event, name: event },
      builtWith: { schemaVersion: 1, ...Object.fromEntries(kinds) },
    });
  };
  let context: TestContext;
  beforeAll(() => {
    context = contextOf([
      used("one", { frameworks: ["Anchor"], tooling: ["anchor", "git"] }),
      used("two", { tooling: [" ANCHOR "], languages: ["rust"] }),
      used("three", { languages: ["rust"], services: ["redis"], tooling: ["redis"] }, "other"),
      projectOf({ slug: "unknown" }),
    ]);
  });
  afterAll(() => context.dispose());

  it("counts once per project, for any requested kind, which is echoed", () => {
    for (const category of builtWithKinds)
      expect(ask(context, "countTechnology", { technology: { category, name: "Anchor" } })).toMatchObject({
        technology: { category, name: "anchor" },
        totals: { projects: 4, projectsWithRepositoryTags: 3, count: 2, share: 0.5 },
      });
  });

  it("is listed once, under the kind that most projects use, the first of equally common ones", () => {
    const { results } = ask(context, "listTopTechnologies", {});
    expect(results.map(({ technology: { category, name }, count }) => [category, name, count])).toEqual([
      ["languages", "rust", 2],
      ["tooling", "anchor", 2],
      ["services", "redis", 1],
      ["tooling", "git", 1],
    ]);
    const top = (technologyCategory: BuiltWithKind) =>
      ask(context, "listTopTechnologies", { technologyCategory }).results.map(
        ({ technology: { name } }) => name,
      );
    expect(top("tooling")).toEqual(["anchor", "git"]);
    expect(top("frameworks")).toEqual([]);
    expect(top("services")).toEqual(["redis"]);
  });

  it("is not listed in its own co-usage, and lift compares with the whole cohort", () => {
    const technology = { category: "languages", name: "RUST" };
    const { totals, results } = ask(context, "findCoUsage", { technology });
    expect(totals).toEqual({ projects: 4, projectsWithRepositoryTags: 3, count: 2, share: 0.5 });
    expect(results).toEqual([
      {
        technology: { category: "services", name: "redis" },
        count: 1,
        share: 0.5,
        cohortCount: 1,
        lift: 2,
      },
      {
        technology: { category: "tooling", name: "anchor" },
        count: 1,
        share: 0.5,
        cohortCount: 2,
        lift: 1,
      },
    ]);
  });

  it("several hackathons in one cohort are combined in the top", () => {
    const cohort = { hackathonSlugs: ["event", "other"] };
    const { totals, results } = ask(context, "listTopTechnologies", { cohort, topK: 1 });
    expect(totals).toEqual({ projects: 3, projectsWithRepositoryTags: 3 });
    expect(results).toEqual([
      { technology: { category: "languages", name: "rust" }, count: 2, share: 2 / 3 },
    ]);
  });
});
