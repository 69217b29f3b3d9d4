import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../contract/api/operations.ts";
import { landscapeSections, openLandscape } from "../corpus/projects/landscape.ts";
import { projectOf } from "../corpus/projects/project-index.case.ts";
import { contextOf, type TestContext } from "./demo-context.case.ts";
import { getLandscape, landscapeOf } from "./get-landscape.ts";
import { type RandomCorpus, randomCorpus, valuesOf } from "./random-cohorts.case.ts";

/** The context with a map: row i at (7i, 10,000 − 7i), modulo 10,001. */
function mapped(context: TestContext): TestContext {
  const rows = Array.from({ length: context.index.count }, (_, row) => row);
  const place = (row: number) => (row * 7) % 10_001;
  const arrays = landscapeSections({
    x: Uint16Array.from(rows, place),
    y: Uint16Array.from(rows, (row) => 10_000 - place(row)),
    neighbourhoods: new Uint32Array(0),
    slugs: rows.map((row) => context.index.slug(row)),
    names: rows.map((row) => context.index.record(row).name),
  });
  const meta = { projects: rows.length, extent: 1, embedder: "fake", revision: "r1" };
  const landscape = openLandscape({ meta, arrays, at: {} });
  return { ...context, snapshot: Object.assign(Object.create(context.snapshot), { landscape }) };
}

/** The response, checked against the contract. */
function ask(context: TestContext) {
  const answer = getLandscape(context);
  expect(operations.getLandscape.response.parse(answer)).toEqual(answer);
  return answer;
}

describe("getLandscape", () => {
  let corpus: RandomCorpus;
  beforeAll(() => {
    corpus = randomCorpus(300, 58);
  });
  afterAll(() => corpus.context.dispose());

  it("has a column entry for every live project, as its record says", () => {
    const answer = ask(mapped(corpus.context));
    const { live, context } = corpus;
    expect(answer.revision).toBe("r1");
    expect(answer.slugs).toEqual(live.map(({ slug }) => slug));
    const columns = ["names", "x", "y", "cluster", "category", "year", "award"] as const;
    for (const column of columns) expect([column, answer[column].length]).toEqual([column, answer.count]);
    live.forEach((project, i) => {
      const [category] = valuesOf(project, "categories");
      const year = project.hackathon.startDate;
      const place = ((context.index.find(project.slug) * 7) % 10_001) / 10_000;
      expect({
        name: answer.names[i],
        x: answer.x[i],
        y: answer.y[i],
        cluster: answer.clusters.keys[answer.cluster[i]!],
        category: answer.categories[answer.category[i]!],
        year: answer.year[i],
        award: [null, "winner", "honorable_mention"][answer.award[i]!],
      }).toEqual({
        name: project.record.name,
        x: place,
        y: expect.closeTo(1 - place, 9),
        cluster: project.cluster?.key,
        category,
        year: year === "" ? null : new Date(year).getUTCFullYear(),
        award: project.award,
      });
    });
    expect(answer.cluster).toContain(-1);
  });

  it("has an even sample of more projects than it may show, and the clusters and categories of that", () => {
    const { live, context } = corpus;
    const all = ask(mapped(context));
    expect(all.total).toBe(live.length);
    const answer = landscapeOf(mapped(context), 20);
    expect(operations.getLandscape.response.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({ count: 20, total: live.length });
    const places = Array.from({ length: 20 }, (_, i) => Math.floor((i * live.length) / 20));
    for (const column of ["slugs", "names", "x", "y", "year", "award"] as const)
      expect(answer[column]).toEqual(places.map((place) => all[column][place]));
    expect(answer.cluster.map((place) => answer.clusters.keys[place])).toEqual(
      places.map((place) => all.clusters.keys[all.cluster[place]!]),
    );
    expect(new Set(answer.cluster.filter((place) => place >= 0)).size).toBe(answer.clusters.keys.length);
  });

  it("puts each cluster's label on one of its projects; those without projects are left out", () => {
    const { clusters, cluster, x, y } = ask(mapped(corpus.context));
    const sizes = clusters.keys.map((_, place) => cluster.filter((own) => own === place).length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(clusters.keys).not.toContain("v2-c6");
    clusters.keys.forEach((key, place) => {
      expect(clusters.labels[place]).toBe(`Cluster ${key.slice(4)}`);
      const own = cluster.flatMap((one, i) => (one === place ? [i] : []));
      expect(own.some((i) => x[i] === clusters.x[place] && y[i] === clusters.y[place])).toBe(true);
      const sorted = own.map((i) => x[i]!).sort((a, b) => a - b);
      expect(Math.abs(clusters.x[place]! - sorted[sorted.length >> 1]!)).toBeLessThan(0.05);
    });
  });
});

it("is empty for an empty corpus", () => {
  const context = contextOf([]);
  expect(ask(mapped(context))).toMatchObject({ count: 0, slugs: [], clusters: { keys: [] } });
  context.dispose();
});

it("is SERVICE_UNAVAILABLE for a snapshot without a map, and says what to do", () => {
  const context = contextOf([projectOf({ slug: "one" })]);
  expect(() => ask(context)).toThrow(
    expect.objectContaining({
      code: "SERVICE_UNAVAILABLE",
      message: expect.stringContaining("priorart publish"),
    }),
  );
  context.dispose();
});
