import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../contract/api/operations.ts";
import { fakeEmbed, projectOf } from "../corpus/projects/project-index.case.ts";
import { projectText } from "../corpus/projects/project-texts.ts";
import { contextOf, demoProjects, type TestContext } from "./demo-context.case.ts";
import { similarProjects } from "./similar-projects.ts";

/** The response, checked against the contract. */
function ask(context: TestContext, slug: string, limit = 10) {
  const answer = similarProjects(context, { slug, limit });
  expect(operations.similarProjects.response.parse(answer)).toEqual(answer);
  return answer.results;
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

describe("similarProjects", () => {
  let context: TestContext;
  const gone = demoProjects[3]!.slug;
  beforeAll(() => {
    context = contextOf(demoProjects);
    context.index.withdraw(gone);
  });
  afterAll(() => context.dispose());

  it("lists the nearest by a loop over all vectors, itself and withdrawn ones left out", () => {
    const vectors = new Map(demoProjects.map(({ slug, record }) => [slug, fakeEmbed(projectText(record))!]));
    for (const { slug } of demoProjects.filter((project) => project.slug !== gone).slice(0, 40)) {
      const others = [...vectors].filter(([other]) => other !== slug && other !== gone);
      const exact = new Map(others.map(([other, vector]) => [other, dot(vector, vectors.get(slug)!)]));
      const best = [...exact.values()].sort((a, b) => b - a);
      const results = ask(context, slug);
      expect(results).toHaveLength(10);
      for (const [place, result] of results.entries()) {
        // Stored vectors have eight bits per dimension.
        expect(Math.abs(result.similarity - exact.get(result.slug)!)).toBeLessThan(0.02);
        expect(result.similarity).toBeGreaterThan(best[place]! - 0.02);
        if (place > 0) expect(result.similarity).toBeLessThanOrEqual(results[place - 1]!.similarity);
      }
    }
  });

  it("lists as many as asked for, or all others", () => {
    const { slug } = demoProjects[0]!;
    expect(ask(context, slug, 1)).toEqual(ask(context, slug, 25).slice(0, 1));
    expect(ask(context, slug, 25)).toHaveLength(25);
    const pair = contextOf([projectOf({ slug: "one" }), projectOf({ slug: "two" })]);
    expect(ask(pair, "one").map((result) => result.slug)).toEqual(["two"]);
    pair.dispose();
  });

  it("quotes the one-liner", () => {
    const [first] = ask(context, demoProjects[0]!.slug);
    expect(first!.evidence).toEqual([first!.oneLiner]);
  });

  it("is NOT_FOUND for an unknown or withdrawn project", () => {
    for (const slug of ["never", gone])
      expect(() => ask(context, slug)).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  it("is empty for a project without a vector, and never lists one", () => {
    const projects = ["one", "two", "three"].map((slug) => projectOf({ slug, name: `ledger ${slug}` }));
    const vectors = projects.map(({ record }, i) => (i === 1 ? null : fakeEmbed(projectText(record))));
    const own = contextOf(projects, { vectors });
    expect(ask(own, "two")).toEqual([]);
    expect(ask(own, "one").map(({ slug }) => slug)).toEqual(["three"]);
    own.dispose();
  });
});
