/** The four POST /technologies/*, compared with plain loops over the demo. */
import { describe, expect, it } from "vitest";
import { type CohortCase, categoryCases, toolsOf } from "./harness/demo-cohorts.ts";
import { type DemoProject, demoHackathons, demoProjects, toolKinds } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();
const rust = { category: "languages", name: "rust" };

const cohorts: CohortCase[] = [
  { name: "everything", cohort: {}, passes: () => true },
  {
    name: "two hackathons and an unknown one",
    cohort: { hackathonSlugs: ["northwind-2025", "lattice-2024", "nowhere-1999"] },
    passes: ({ hackathon }) => ["northwind-2025", "lattice-2024"].includes(hackathon.slug),
  },
  { name: "winners", cohort: { winnersOnly: true }, passes: ({ award }) => award === "winner" },
  {
    name: "winners and honorable mentions",
    cohort: { winnersOnly: true, includeHonorableMentions: true },
    passes: ({ award }) => award !== null,
  },
  { name: "nobody", cohort: { hackathonSlugs: ["nowhere-1999"] }, passes: () => false },
  ...categoryCases,
];
const technologies = [
  rust,
  { category: "chains", name: " SOLANA " },
  { category: "services", name: "no such thing" },
];

function usageOf(projects: readonly DemoProject[], name: string) {
  const count = projects.filter((project) => toolsOf(project).has(name)).length;
  return {
    projects: projects.length,
    projectsWithRepositoryTags: projects.filter(({ record }) => record.builtWith).length,
    count,
    share: projects.length && count / projects.length,
  };
}

const kindCounts = new Map<string, number[]>();
for (const { record } of demoProjects)
  toolKinds.forEach((kind, place) => {
    for (const name of new Set(record.builtWith?.[kind].map((tool) => tool.name.trim().toLowerCase()))) {
      const counts = kindCounts.get(name) ?? Array(toolKinds.length).fill(0);
      counts[place]!++;
      kindCounts.set(name, counts);
    }
  });
/** The kind under which the most projects of the demo list a name. */
const kindOf = (name: string) => {
  const counts = kindCounts.get(name)!;
  return toolKinds[counts.indexOf(Math.max(...counts))]!;
};

const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function ranked(projects: readonly DemoProject[]) {
  const names = [...new Set(projects.flatMap((project) => [...toolsOf(project)]))];
  return names
    .map((name) => ({ technology: { category: kindOf(name), name }, count: usageOf(projects, name).count }))
    .sort(
      (x, y) =>
        y.count - x.count ||
        before(x.technology.category, y.technology.category) ||
        before(x.technology.name, y.technology.name),
    );
}

describe("200", () => {
  it.each(cohorts)("counts and trends of $name", async ({ cohort, passes }) => {
    const projects = demoProjects.filter(passes);
    const selected = cohort.hackathonSlugs as string[] | undefined;
    for (const technology of technologies) {
      const name = technology.name.trim().toLowerCase();
      const hackathons = demoHackathons
        .map((hackathon) => ({ hackathon, its: projects.filter((p) => p.hackathon.slug === hackathon.slug) }))
        .filter(({ hackathon: { slug }, its }) => selected?.includes(slug) ?? its.length > 0)
        .sort((x, y) => Date.parse(x.hackathon.startDate) - Date.parse(y.hackathon.startDate))
        .map(({ hackathon: { slug, name: title, startDate }, its }) => ({
          hackathon: { slug, name: title, startDate },
          ...usageOf(its, name),
        }));
      const echoed = { category: technology.category, name };
      const json = { technology, cohort };
      expect(await service().get("countTechnology", { json })).toEqual({
        technology: echoed,
        totals: usageOf(projects, name),
        hackathons,
      });
      expect(await service().get("trendTechnology", { json })).toEqual({ technology: echoed, hackathons });
    }
  });

  it.each(cohorts)("co-usage of $name", async ({ cohort, passes }) => {
    const projects = demoProjects.filter(passes);
    for (const technology of technologies) {
      const name = technology.name.trim().toLowerCase();
      const carrying = projects.filter((project) => toolsOf(project).has(name));
      const answer = await service().get("findCoUsage", { json: { technology, cohort, topK: 50 } });
      expect(answer).toEqual({
        technology: { category: technology.category, name },
        totals: usageOf(projects, name),
        results: ranked(carrying)
          .filter((other) => other.technology.name !== name)
          .slice(0, 50)
          .map((other) => {
            const cohortCount = usageOf(projects, other.technology.name).count;
            const share = other.count / carrying.length;
            return { ...other, share, cohortCount, lift: share / (cohortCount / projects.length) };
          }),
      });
    }
  });

  it.each(cohorts)("the top of $name, of all kinds and of each", async ({ cohort, passes }) => {
    const projects = demoProjects.filter(passes);
    const { projects: all, projectsWithRepositoryTags } = usageOf(projects, "");
    for (const technologyCategory of [undefined, ...toolKinds]) {
      const json = { cohort, technologyCategory, topK: 50 };
      expect(await service().get("listTopTechnologies", { json })).toEqual({
        totals: { projects: all, projectsWithRepositoryTags },
        results: ranked(projects)
          .filter(({ technology: { category } }) => [undefined, category].includes(technologyCategory))
          .slice(0, 50)
          .map((row) => ({ ...row, share: row.count / all })),
      });
    }
  });

  it("an omitted cohort is all projects; ten rows by default", async () => {
    const top = await service().get("listTopTechnologies", { json: {} });
    expect(top.totals.projects).toBe(demoProjects.length);
    expect(top.results.map(({ technology }) => technology.name)).toEqual(
      ranked(demoProjects)
        .slice(0, 10)
        .map(({ technology }) => technology.name),
    );
    const coUsage = await service().get("findCoUsage", { json: { technology: rust } });
    expect(coUsage.results).toHaveLength(10);
  });

  it("selected hackathons have rows of zeros where nothing matches", async () => {
    const json = {
      technology: { category: "chains", name: "no such thing" },
      cohort: { hackathonSlugs: ["commons-2024", "meridian-2023"] },
    };
    const { hackathons } = await service().get("trendTechnology", { json });
    expect(hackathons.map(({ hackathon: { slug }, count, share }) => [slug, count, share])).toEqual([
      ["meridian-2023", 0, 0],
      ["commons-2024", 0, 0],
    ]);
  });
});

describe("400 INVALID_QUERY", () => {
  const withTechnology = ["countTechnology", "trendTechnology", "findCoUsage"] as const;
  const all = [...withTechnology, "listTopTechnologies"] as const;
  const refusals = async (id: (typeof all)[number], json: object, field: string) => {
    const refusal = await service().refusal(id, { json });
    expect([id, ...outcome(refusal)]).toEqual([id, 400, "INVALID_QUERY"]);
    expect(refusal.error).toContain(field);
  };

  it.each(withTechnology)("%s names what is wrong with the technology", async (id) => {
    await refusals(id, {}, "technology: is required");
    await refusals(id, { technology: "rust" }, "technology");
    await refusals(id, { technology: { name: "rust" } }, "technology.category");
    await refusals(id, { technology: { category: "languages" } }, "technology.name: is required");
    await refusals(id, { technology: { ...rust, name: "x".repeat(101) } }, "technology.name: at most 100");
    await refusals(id, { technology: { ...rust, version: "1" } }, "technology.version: unknown field");
  });

  it.each(all)("%s names what is wrong with the cohort and the rest", async (id) => {
    const base = id === "listTopTechnologies" ? {} : { technology: rust };
    const cohort = (fields: object) => ({ ...base, cohort: fields });
    await refusals(id, { ...base, cohort: null }, "cohort");
    await refusals(id, cohort({ hackathonSlugs: [] }), "cohort.hackathonSlugs: at least 1");
    await refusals(id, cohort({ hackathonSlugs: Array(21).fill("a") }), "cohort.hackathonSlugs: at most 20");
    await refusals(id, cohort({ includeHonorableMentions: true }), "requires winnersOnly");
    await refusals(id, cohort({ categoryKeys: ["never-was"] }), "is not a category");
    await refusals(id, cohort({ clusterKeys: ["v1-c1"] }), "cohort.clusterKeys: unknown field");
    await refusals(id, { ...base, foo: 1 }, "foo: unknown field");
  });

  it.each(["findCoUsage", "listTopTechnologies"] as const)("%s limits topK to 1 to 50", async (id) => {
    const base = id === "listTopTechnologies" ? {} : { technology: rust };
    await refusals(id, { ...base, topK: 0 }, "topK: at least 1");
    await refusals(id, { ...base, topK: 51 }, "topK: at most 50");
    for (const topK of [1, 50])
      expect((await service().ask(id, { json: { ...base, topK } })).status).toBe(200);
  });
});

describe.each([
  ["countTechnology", { technology: rust }],
  ["trendTechnology", { technology: rust }],
  ["findCoUsage", { technology: rust }],
  ["listTopTechnologies", {}],
] as const)("%s", (id, json) => describeRefusals({ service, id, valid: { json } }));
