import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../contract/api/operations.ts";
import { fakeEmbed, projectOf } from "../corpus/projects/project-index.case.ts";
import { contextOf, type TestContext } from "./demo-context.case.ts";
import { listClusters } from "./list-clusters.ts";
import { inCohort, type RandomCorpus, randomCorpus } from "./random-cohorts.case.ts";

/** The response, checked against the contract. */
function ask(context: TestContext) {
  const answer = listClusters(context);
  expect(operations.listClusters.response.parse(answer)).toEqual(answer);
  return answer.clusters;
}

describe("listClusters", () => {
  let corpus: RandomCorpus;
  beforeAll(() => {
    corpus = randomCorpus(400, 56);
  });
  afterAll(() => corpus.context.dispose());

  it("counts projects and winners, in all and by year, as a loop over the records does", () => {
    const { context, live, clustering } = corpus;
    const expected = clustering.clusters.map(({ key, label, summary }) => {
      const members = live.filter((project) => inCohort(project, { clusterKeys: [key] }));
      const won = (some: typeof members) => some.filter(({ award }) => award === "winner").length;
      const yearOf = ({ hackathon }: (typeof members)[number]) =>
        hackathon.startDate === "" ? null : new Date(hackathon.startDate).getUTCFullYear();
      const years = [...new Set(members.map(yearOf))].sort((a, b) => (a ?? 9_999) - (b ?? 9_999));
      return {
        key,
        label,
        summary,
        projectCount: members.length,
        winnerCount: won(members),
        winnerShare: members.length === 0 ? 0 : won(members) / members.length,
        byYear: years.map((year) => {
          const those = members.filter((project) => yearOf(project) === year);
          return { year, projects: those.length, winners: won(those) };
        }),
      };
    });
    const found = ask(context);
    expect(found.map(({ crowdedness: _, ...rest }) => rest)).toEqual(
      expected.sort((a, b) => b.projectCount - a.projectCount || (a.key < b.key ? -1 : 1)),
    );
    expect(found.some(({ byYear }) => byYear.some(({ year }) => year === null))).toBe(true);
    expect(found.some(({ byYear }) => byYear.length > 2)).toBe(true);
  });
});

describe("crowdedness", () => {
  const texts = ["ledger", "ledger proof", "farm", "oracle vote client"];
  const vectors = [...texts.map(fakeEmbed), null];
  const projects = vectors.map((_, i) => projectOf({ slug: `p${i}`, name: `project ${i}` }));
  const of = (members: readonly number[]) => {
    const context = contextOf(projects, {
      vectors,
      clustering: {
        clusters: [{ key: "v1-c1", label: "L", summary: "S", representatives: [] }],
        clusterOf: new Map(members.map((i) => [projects[i]!.slug, "v1-c1"])),
      },
    });
    const [cluster] = ask(context);
    context.dispose();
    return cluster!.crowdedness;
  };

  it("is the mean cosine with the members' mean vector", () => {
    const members = [0, 1, 2].map((i) => vectors[i]!);
    const mean = members[0]!.map((_, j) => members.reduce((sum, vector) => sum + vector[j]!, 0));
    const norm = Math.hypot(...mean);
    const cosines = members.map((vector) => vector.reduce((sum, x, j) => sum + x * mean[j]!, 0) / norm);
    expect(of([0, 1, 2])).toBeCloseTo(cosines.reduce((sum, cosine) => sum + cosine, 0) / 3, 2);
  });

  it("is 1 for one project, 0 without a vector or a member; a member without a vector changes nothing", () => {
    expect(of([2])).toBeCloseTo(1, 2);
    expect([of([4]), of([])]).toEqual([0, 0]);
    expect(of([0, 1, 4])).toBe(of([0, 1]));
  });
});

it("is an empty list in a snapshot without clusters", () => {
  const context = contextOf([projectOf({ slug: "alone" })]);
  expect(ask(context)).toEqual([]);
  context.dispose();
});
