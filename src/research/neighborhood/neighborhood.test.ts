import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NeighborhoodRequest } from "../../contract/api/neighborhood.ts";
import { operations } from "../../contract/api/operations.ts";
import { parseRequest } from "../../contract/api/validation.ts";
import { neighborCloseness } from "../../corpus/projects/neighbors.ts";
import { fakeEmbed, projectOf } from "../../corpus/projects/project-index.case.ts";
import { projectText } from "../../corpus/projects/project-texts.ts";
import { contextOf, type TestContext } from "../demo-context.case.ts";
import {
  type AnyCohort,
  inCohort,
  type RandomCorpus,
  randomCorpus,
  valuesOf,
} from "../random-cohorts.case.ts";
import { searchProjects } from "../search-projects/search-projects.ts";
import { neighborhood } from "./neighborhood.ts";

/** The response, checked against the contract. */
async function ask(context: TestContext, body: object) {
  const request: NeighborhoodRequest = parseRequest(operations.neighborhood.request.body, body);
  const answer = await neighborhood(context, request);
  expect(operations.neighborhood.response.parse(answer)).toEqual(answer);
  return answer;
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const byKey = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

describe("neighborhood", () => {
  let corpus: RandomCorpus;
  beforeAll(() => {
    corpus = randomCorpus(400, 57);
  });
  afterAll(() => corpus.context.dispose());

  /** By a loop over all live records; those so near the threshold that eight bits decide are returned apart. */
  function expected(query: string, cohort: AnyCohort) {
    const vector = fakeEmbed(query)!;
    const cosines = new Map(
      corpus.live.map((project) => [project, dot(vector, fakeEmbed(projectText(project.record))!)]),
    );
    const allowed = corpus.live.filter((project) => inCohort(project, cohort));
    const clear = (project: (typeof allowed)[number]) =>
      Math.abs(cosines.get(project)! - neighborCloseness) > 0.02;
    return {
      cosines,
      sure: allowed.filter((project) => clear(project) && cosines.get(project)! > neighborCloseness),
      unsure: allowed.filter((project) => !clear(project)),
    };
  }

  const queries = () =>
    corpus.live.slice(0, 40).map(({ record }) => record.oneLiner ?? record.name.slice(0, 400));

  it("finds every project within the threshold, as a loop over all vectors does", async () => {
    let found = 0;
    for (const query of queries()) {
      const { sure, unsure, cosines } = expected(query, {});
      const answer = await ask(corpus.context, { query, limit: 50 });
      const keys = new Set(answer.keys);
      for (const { slug } of sure) expect(keys).toContain(slug);
      const possible = new Set([...sure, ...unsure].map(({ slug }) => slug));
      for (const slug of keys) expect(possible).toContain(slug);
      expect(answer.total).toBe(answer.keys.length);
      expect(answer.results.map(({ slug }) => slug)).toEqual(answer.keys.slice(0, 50));
      for (const { slug, similarity } of answer.results) {
        const project = corpus.live.find((one) => one.slug === slug)!;
        expect(Math.abs(similarity - cosines.get(project)!)).toBeLessThan(0.02);
      }
      found += answer.total;
    }
    expect(found).toBeGreaterThan(100);
  });

  it("lists neighbors in the order of a project search, those that it does not find behind", async () => {
    let reordered = 0;
    for (const query of queries()) {
      const { keys } = await ask(corpus.context, { query });
      const request = parseRequest(operations.searchProjects.request.body, { query, limit: 25 });
      const { results } = await searchProjects(corpus.context, request);
      const found = results.map(({ slug }) => slug).filter((slug) => keys.includes(slug));
      expect(keys.slice(0, found.length)).toEqual(found);
      const cosines = expected(query, {}).cosines;
      const closenessOf = (slug: string) => cosines.get(corpus.live.find((one) => one.slug === slug)!)!;
      if (found.some((slug, at) => at > 0 && closenessOf(slug) > closenessOf(found[at - 1]!) + 0.02))
        reordered++;
    }
    expect(reordered).toBeGreaterThan(0);
  });

  it("counts its members as a loop over their records does, within the filters", async () => {
    const filters: [object, AnyCohort][] = [
      [{}, {}],
      [{ hackathons: ["spring-2023", "summer-2024"] }, { hackathons: ["spring-2023", "summer-2024"] }],
      [{ filters: { winnersOnly: true } }, { winnersOnly: true }],
      [{ filters: { clusterKeys: ["v2-c1", "v2-c2"] } }, { clusterKeys: ["v2-c1", "v2-c2"] }],
    ];
    for (const query of queries().slice(0, 12))
      for (const [body, cohort] of filters) {
        const answer = await ask(corpus.context, { query, ...body });
        const members = answer.keys.map((slug) => corpus.live.find((project) => project.slug === slug)!);
        expect(members.every((project) => inCohort(project, cohort))).toBe(true);
        const withAward = (award: string | null) => members.filter((one) => one.award === award).length;
        const yearOf = ({ hackathon }: (typeof members)[number]) =>
          hackathon.startDate === "" ? null : new Date(hackathon.startDate).getUTCFullYear();
        const years = [...new Set(members.map(yearOf))].sort((a, b) => (a ?? 9_999) - (b ?? 9_999));
        const buckets = (dimension: "categories" | "clusters") => {
          const counts = new Map<string, { key: string; label: string; count: number }>();
          for (const { key, label } of members.flatMap((project) => valuesOf(project, dimension)))
            counts.set(key, { key, label, count: (counts.get(key)?.count ?? 0) + 1 });
          return [...counts.values()].sort((a, b) => b.count - a.count || byKey(a.key, b.key));
        };
        const shareOf = (count: number) => (members.length === 0 ? 0 : count / members.length);
        expect(answer).toMatchObject({
          total: members.length,
          winners: withAward("winner"),
          threshold: neighborCloseness,
          byAward: [
            { award: "winner", count: withAward("winner") },
            { award: "honorable_mention", count: withAward("honorable_mention") },
            { award: null, count: withAward(null) },
          ],
          byYear: years.map((year) => {
            const those = members.filter((project) => yearOf(project) === year);
            const winners = those.filter(({ award }) => award === "winner").length;
            return { year, count: those.length, winners };
          }),
          categories: buckets("categories").map((bucket) => ({ ...bucket, share: shareOf(bucket.count) })),
          clusters: buckets("clusters"),
        });
        for (const { name, count, share } of answer.technologies) {
          const holding = members.filter(({ record }) =>
            Object.values(record.builtWith ?? {})
              .flatMap((tools) => (Array.isArray(tools) ? tools : []))
              .some((tool) => tool.name.trim().toLowerCase() === name),
          );
          expect([name, count, share]).toEqual([name, holding.length, shareOf(holding.length)]);
        }
      }
  });

  it("compares the number of neighbors, whatever the filters, with those of a sample of projects", async () => {
    const [query] = queries();
    const { total } = await ask(corpus.context, { query });
    const sized = (...sizes: number[]): TestContext => ({
      ...corpus.context,
      snapshot: Object.assign(Object.create(corpus.context.snapshot), {
        landscape: { neighbourhoods: Uint32Array.from(sizes) },
      }),
    });
    const narrow = { query, hackathons: ["nowhere-1999"] };
    expect((await ask(sized(0, total - 1, total, total + 1), narrow)).crowdedness).toEqual({
      count: total,
      percentile: 50,
    });
    expect((await ask(sized(total + 1), { query })).crowdedness.percentile).toBe(0);
    expect((await ask(sized(0, 0, total), { query })).crowdedness.percentile).toBe(66.7);
    for (const context of [corpus.context, sized()])
      expect((await ask(context, { query })).crowdedness).toEqual({ count: total, percentile: null });
  });

  it("lists no more than asked for, and counts all", async () => {
    const query = queries().find((text) => expected(text, {}).sure.length > 3)!;
    const one = await ask(corpus.context, { query, limit: 1 });
    expect(one.results).toHaveLength(1);
    expect(one.total).toBeGreaterThan(3);
    expect(one.results[0]!.evidence.length).toBeGreaterThan(0);
  });
});

it("lists the slugs of at most 500 neighbors", async () => {
  const projects = Array.from({ length: 520 }, (_, i) => projectOf({ slug: `p${i}`, name: "ledger" }));
  const context = contextOf(projects);
  const answer = await ask(context, { query: "ledger" });
  context.dispose();
  expect([answer.total, answer.keys.length, answer.results.length]).toEqual([520, 500, 25]);
});

describe("a text that cannot be compared", () => {
  const one = [projectOf({ slug: "one", name: "ledger" })];

  it("has no neighbors when the embedder knows no word of it, or the corpus is empty", async () => {
    const nobody = { total: 0, results: [], keys: [], crowdedness: { count: 0, percentile: null } };
    for (const [projects, query] of [
      [one, "the"],
      [[], "ledger"],
    ] as const) {
      const context = contextOf(projects);
      expect(await ask(context, { query })).toMatchObject(nobody);
      context.dispose();
    }
  });

  it("is SERVICE_UNAVAILABLE when the embedder fails", async () => {
    const context = contextOf(one);
    const embedQuery = async () => {
      throw new Error("no connection");
    };
    const asked = ask({ ...context, embedQuery }, { query: "ledger" });
    await expect(asked).rejects.toThrow(expect.objectContaining({ code: "SERVICE_UNAVAILABLE" }));
    context.dispose();
  });
});

it("refuses a category that the taxonomy lacks", async () => {
  const context = contextOf([projectOf({ slug: "one" })]);
  const asked = ask(context, { query: "x", filters: { categoryKeys: ["never-heard-of"] } });
  await expect(asked).rejects.toThrow("filters.categoryKeys");
  context.dispose();
});
