import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../contract/api/operations.ts";
import { fakeEmbed, projectOf } from "../corpus/projects/project-index.case.ts";
import { projectText } from "../corpus/projects/project-texts.ts";
import { contextOf, demoProjects, type TestContext } from "./demo-context.case.ts";
import { similarProjects } from "./similar-projects.ts";

/** The response, checked against the contract. */
async function ask(context: TestContext, slug: string, limit = 10) {
  const answer = await similarProjects(context, { slug, limit });
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

  it("lists others with their closeness, each once, itself and withdrawn ones left out", async () => {
    const vectors = new Map(demoProjects.map(({ slug, record }) => [slug, fakeEmbed(projectText(record))!]));
    for (const { slug } of demoProjects.filter((project) => project.slug !== gone).slice(0, 40)) {
      const results = await ask(context, slug);
      expect(new Set(results.map((result) => result.slug)).size).toBe(10);
      for (const result of results) {
        expect([slug, gone]).not.toContain(result.slug);
        const exact = dot(vectors.get(slug)!, vectors.get(result.slug)!);
        // Stored vectors have eight bits per dimension.
        expect(Math.abs(result.similarity - Math.max(0, exact))).toBeLessThan(0.02);
      }
    }
  });

  it("prefers what is near by vector and by words to what is nearest by one of them", async () => {
    const angle = (degrees: number) => {
      const vector = new Float32Array(fakeEmbed("x")!.length);
      vector.set([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);
      return vector;
    };
    const projects = [
      projectOf({ slug: "own", name: "Hive", oneLiner: "A lamp for beekeepers - without cables" }),
      projectOf({ slug: "nearest", name: "Sea", oneLiner: "Charts of harbours" }),
      projectOf({ slug: "both", name: "Wax", oneLiner: "Beekeepers find a lamp without cables" }),
      projectOf({ slug: "words", name: "Bee", oneLiner: "A lamp that beekeepers wear" }),
      projectOf({ slug: "neither", name: "Tin", oneLiner: "Recipes for soup" }),
    ];
    const degrees = [0, 5, 10, 80, 85];
    const own = contextOf(projects, { vectors: degrees.map(angle) });
    const listed = await ask({ ...own, embedQuery: async () => null }, "own");
    expect(listed.map(({ slug }) => slug)).toEqual(["both", "words", "nearest", "neither"]);
    own.dispose();
  });

  it("lists as many as asked for, or all others", async () => {
    const { slug } = demoProjects[0]!;
    expect(await ask(context, slug, 1)).toEqual((await ask(context, slug, 25)).slice(0, 1));
    expect(await ask(context, slug, 25)).toHaveLength(25);
    const pair = contextOf([projectOf({ slug: "one" }), projectOf({ slug: "two" })]);
    expect((await ask(pair, "one")).map((result) => result.slug)).toEqual(["two"]);
    pair.dispose();
  });

  it("quotes the one-liner", async () => {
    const [first] = await ask(context, demoProjects[0]!.slug);
    expect(first!.evidence).toEqual([first!.oneLiner]);
  });

  it("is NOT_FOUND for an unknown or withdrawn project", async () => {
    for (const slug of ["never", gone])
      await expect(ask(context, slug)).rejects.toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  it("is empty for a project without a vector, and never lists one", async () => {
    const projects = ["one", "two", "three"].map((slug) => projectOf({ slug, name: `ledger ${slug}` }));
    const vectors = projects.map(({ record }, i) => (i === 1 ? null : fakeEmbed(projectText(record))));
    const own = contextOf(projects, { vectors });
    expect(await ask(own, "two")).toEqual([]);
    expect((await ask(own, "one")).map(({ slug }) => slug)).toEqual(["three"]);
    own.dispose();
  });
});
