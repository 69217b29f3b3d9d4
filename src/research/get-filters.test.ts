import { afterAll, describe, expect, it } from "vitest";
import { categoriesResponseSchema } from "../contract/api/categories.ts";
import { filtersResponseSchema } from "../contract/api/filters.ts";
import { projectOf, taxonomy } from "../corpus/projects/project-index.case.ts";
import { contextOf, demoHackathons, demoProjects, type TestContext } from "./demo-context.case.ts";
import { getCategories } from "./get-categories.ts";
import { getFilters } from "./get-filters.ts";

const open: TestContext[] = [];
afterAll(() => {
  for (const context of open) context.dispose();
});

function filtersOf(...given: Parameters<typeof contextOf>) {
  const context = contextOf(...given);
  open.push(context);
  return { context, filters: () => filtersResponseSchema.parse(getFilters(context)) };
}

describe("getFilters", () => {
  it("lists the demo's values with their counts", () => {
    const filters = filtersOf(demoProjects).filters();
    expect(filters.hackathons.map(({ slug }) => slug)).toEqual(demoHackathons.map(({ slug }) => slug));
    for (const { slug, projectCount, winnerCount } of filters.hackathons) {
      expect(projectCount).toBe(demoProjects.filter(({ hackathonSlug }) => hackathonSlug === slug).length);
      expect(winnerCount).toBeLessThan(projectCount);
    }
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(filters.hackathons.map(({ projectCount }) => projectCount))).toBe(demoProjects.length);
    expect(filters.tracks.length).toBeGreaterThan(0);
    for (const { key, hackathonSlug } of filters.tracks)
      expect(key.startsWith(`${hackathonSlug}/`)).toBe(true);
    for (const { key, hackathonSlug } of filters.labels)
      expect(key.startsWith(`label:${hackathonSlug}/`)).toBe(true);
    expect(filters.acceleratorBatches).toHaveLength(2);
    expect(filters.prizePlacements).toEqual(filters.prizePlacements.toSorted((x, y) => x - y));
    for (const tags of [filters.problemTags, filters.techStack, filters.targetUsers]) {
      expect(tags.length).toBeGreaterThan(0);
      expect(tags.length).toBeLessThanOrEqual(25);
      expect(tags).toEqual(tags.toSorted((x, y) => y.count - x.count || (x.tag < y.tag ? -1 : 1)));
    }
    expect(filters.archiveSources).toEqual([{ key: "essays", label: "Essays", documentCount: 3 }]);
  });

  it("puts hackathons of unknown date before all others, and counts a company once", () => {
    const accelerator = { batchKey: "accelerator/first", batchName: "First", companySlug: "acme" };
    const { filters } = filtersOf([
      projectOf({ slug: "a", hackathon: { slug: "undated" }, accelerator }),
      projectOf({ slug: "b", accelerator }),
      projectOf({ slug: "c", accelerator: { ...accelerator, companySlug: null } }),
    ]);
    const { hackathons, acceleratorBatches } = filters();
    expect(hackathons.slice(0, 2).map(({ slug }) => slug)).toEqual(["unaffiliated", "undated"]);
    expect(hackathons[1]!.startDate).toBe("");
    expect(acceleratorBatches).toEqual([{ key: "accelerator/first", name: "First", companyCount: 2 }]);
  });

  it("leaves out what was withdrawn", () => {
    const { context, filters } = filtersOf([
      projectOf({ slug: "a", prize: { type: "ODD_PRIZE", placement: 7 } }),
      projectOf({ slug: "b" }),
    ]);
    expect(filters()).toMatchObject({ prizeTypes: ["ODD_PRIZE"], prizePlacements: [7] });
    context.index.withdraw("a");
    expect(filters()).toMatchObject({ prizeTypes: [], prizePlacements: [] });
    const unaffiliated = filters().hackathons.find(({ slug }) => slug === "unaffiliated");
    expect(unaffiliated).toMatchObject({ projectCount: 1, winnerCount: 0 });
  });
});

describe("getCategories", () => {
  it("returns the taxonomy without internal fields", () => {
    const categories = getCategories(filtersOf([]).context);
    expect(categoriesResponseSchema.parse(categories)).toEqual(categories);
    expect(categories.areas).toHaveLength(6);
    expect(categories.categories).toHaveLength(41);
    expect(categories.version).toBe(taxonomy.version);
    expect(JSON.stringify(categories)).not.toContain("examples");
    expect(categories).not.toHaveProperty("synonyms");
  });
});
