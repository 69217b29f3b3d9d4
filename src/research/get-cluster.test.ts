import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cluster } from "../contract/api/clusters.ts";
import { operations } from "../contract/api/operations.ts";
import { projectOf } from "../corpus/projects/project-index.case.ts";
import { contextOf, type TestContext } from "./demo-context.case.ts";
import { getCluster } from "./get-cluster.ts";
import { byKey, inCohort, type RandomCorpus, randomCorpus } from "./random-cohorts.case.ts";

/** The response, checked against the contract. */
function ask(context: TestContext, key: string): Cluster {
  const answer = getCluster(context, { key });
  expect(operations.getCluster.response.parse(answer)).toEqual(answer);
  return answer;
}

describe("every cluster", () => {
  let corpus: RandomCorpus;
  beforeAll(() => {
    corpus = randomCorpus(400, 55);
  });
  afterAll(() => corpus.context.dispose());

  it("counts projects, winners and tags as a loop over the records that are not withdrawn", () => {
    const { context, live, clustering } = corpus;
    for (const { key, label, summary } of clustering.clusters) {
      const members = live.filter((project) => inCohort(project, { clusterKeys: [key] }));
      const topTags = (kind: "problemTags" | "primitives" | "techStack") => {
        const counts = new Map<string, number>();
        for (const { tags } of members)
          for (const tag of tags?.[kind] ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
        const sorted = [...counts].sort(([a, x], [b, y]) => y - x || byKey(a, b));
        return sorted.slice(0, 10).map(([tag, count]) => ({ tag, count }));
      };
      const answer = ask(context, key);
      expect(answer).toMatchObject({
        key,
        label,
        summary,
        projectCount: members.length,
        winnerCount: members.filter(({ award }) => award === "winner").length,
        topTags: {
          problemTags: topTags("problemTags"),
          primitives: topTags("primitives"),
          techStack: topTags("techStack"),
        },
      });
      expect(answer.winnerCount).toBeLessThanOrEqual(answer.projectCount);
    }
  });

  it("lists the five live projects nearest to the centre", () => {
    const { context, live, published, clustering } = corpus;
    let passedOver = 0;
    for (const { key, representatives } of clustering.clusters) {
      const remaining = representatives.flatMap(
        (slug) => live.find((project) => project.slug === slug) ?? [],
      );
      passedOver += representatives.length - remaining.length;
      const expected = remaining.slice(0, 5).map(({ slug, oneLiner, award }) => ({
        slug,
        name: published.find((project) => project.slug === slug)!.record.name,
        oneLiner,
        isWinner: award === "winner",
      }));
      expect(ask(context, key).representativeProjects).toEqual(expected);
    }
    expect(passedOver).toBeGreaterThan(0);
  });

  it("without members has counts of 0", () => {
    expect(ask(corpus.context, "v2-c6")).toMatchObject({
      projectCount: 0,
      winnerCount: 0,
      representativeProjects: [],
      topTags: { problemTags: [], primitives: [], techStack: [] },
    });
  });

  it("of another generation, or that never existed, is NOT_FOUND", () => {
    for (const key of ["v1-c1", "v3-c1", "v2-c7", "v2-c01", "v02-c1"])
      expect(() => ask(corpus.context, key)).toThrow(
        expect.objectContaining({ code: "NOT_FOUND", message: expect.stringContaining(key) }),
      );
  });
});

it("an honorable mention does not count as a win", () => {
  const context = contextOf(
    [
      projectOf({ slug: "mentioned", prize: { type: "HONORABLE_MENTION" } }),
      projectOf({ slug: "winner", prize: { type: "GRAND_PRIZE" } }),
    ],
    {
      clustering: {
        clusters: [{ key: "v1-c1", label: "L", summary: "S", representatives: ["mentioned", "winner"] }],
        clusterOf: new Map([
          ["mentioned", "v1-c1"],
          ["winner", "v1-c1"],
        ]),
      },
    },
  );
  const answer = ask(context, "v1-c1");
  context.dispose();
  expect([answer.projectCount, answer.winnerCount]).toEqual([2, 1]);
  expect(answer.representativeProjects.map(({ slug, isWinner }) => [slug, isWinner])).toEqual([
    ["mentioned", false],
    ["winner", true],
  ]);
});

it("every key is NOT_FOUND in a snapshot without clusters", () => {
  const context = contextOf([projectOf({ slug: "alone" })]);
  expect(() => ask(context, "v1-c1")).toThrow("There is no cluster v1-c1");
  context.dispose();
});
