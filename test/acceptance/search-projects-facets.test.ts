/** Facets of project search, compared with plain loops over the demo. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Bucket, countValues, type DemoProject, demoProjects } from "./harness/demo-projects.ts";
import { useSharedService } from "./harness/service.ts";

const service = useSharedService();
const dimensions = [
  "categories",
  "hackathons",
  "tracks",
  "labels",
  "clusters",
  "prizes",
  "problemTags",
  "solutionTags",
  "primitives",
  "techStack",
] as const;
type Dimension = (typeof dimensions)[number];

let categoryLabels: Map<string, string>;
beforeAll(async () => {
  const { categories, other, insufficientInformation } = await service().get("getCategories");
  categoryLabels = new Map(
    [...categories, other, insufficientInformation].map(({ key, label }) => [key, label]),
  );
});

const named = (key: string) => ({ key, label: key });
const category = (key: string | null) => (key ? [{ key, label: categoryLabels.get(key)! }] : []);
const choice = ({ key, name }: { key: string; name: string }) => ({ key, label: name });

const valuesOf: Record<
  Exclude<Dimension, "clusters">,
  (project: DemoProject) => { key: string; label: string }[]
> = {
  categories: ({ record }) => category(record.categories.primaryKey),
  hackathons: ({ hackathon }) => [{ key: hackathon.slug, label: hackathon.name }],
  tracks: ({ tracks }) => tracks.map(choice),
  labels: ({ labels }) => labels.map(choice),
  prizes: ({ prize }) => (prize ? [named(prize.type)] : []),
  problemTags: ({ record }) => record.tags.problemTags.map(named),
  solutionTags: ({ record }) => record.tags.solutionTags.map(named),
  primitives: ({ record }) => record.tags.primitives.map(named),
  techStack: ({ record }) => record.tags.techStack.map(named),
};

const counted = (buckets: readonly Bucket[] | undefined) =>
  buckets?.map(({ key, label, count }) => ({ key, label, count }));

describe("facets", () => {
  it.each(Object.keys(valuesOf) as (keyof typeof valuesOf)[])(
    "of %s are the counts of a loop",
    async (dimension) => {
      const subsets: [object, (project: DemoProject) => boolean][] = [
        [{}, () => true],
        [{ hackathons: ["lattice-2024"] }, ({ hackathon }) => hackathon.slug === "lattice-2024"],
        [{ filters: { winnersOnly: true } }, ({ award }) => award === "winner"],
        [{ hackathons: ["nowhere"] }, () => false],
      ];
      for (const [request, passes] of subsets) {
        const projects = demoProjects.filter(passes);
        const { facets } = await service().searchProjects({
          ...request,
          includeFacets: true,
          facets: [dimension],
          facetTopK: 20,
        });
        expect(Object.keys(facets!)).toEqual([dimension]);
        expect(counted(facets![dimension])).toEqual(countValues(projects, valuesOf[dimension]).slice(0, 20));
        const bySlug = new Map(projects.map((project) => [project.slug, project]));
        for (const { key, count, sampleProjectSlugs } of facets![dimension]!) {
          expect(sampleProjectSlugs.length).toBeGreaterThan(0);
          expect(sampleProjectSlugs.length).toBeLessThanOrEqual(count);
          expect(new Set(sampleProjectSlugs).size).toBe(sampleProjectSlugs.length);
          for (const slug of sampleProjectSlugs)
            expect(valuesOf[dimension](bySlug.get(slug)!).map((value) => value.key)).toContain(key);
        }
      }
    },
  );

  it("are cut at facetTopK, 8 by default, and reach 43 with categories among them", async () => {
    const all = countValues(demoProjects, valuesOf.techStack);
    for (const [request, length] of [
      [{}, 8],
      [{ facetTopK: 1 }, 1],
      [{ facetTopK: 43 }, Math.min(43, all.length)],
    ] as const) {
      const { facets } = await service().searchProjects({ ...request, includeFacets: true });
      expect(Object.keys(facets!).toSorted()).toEqual([...dimensions].toSorted());
      expect(counted(facets!.techStack)).toEqual(all.slice(0, length));
    }
    const { facets } = await service().searchProjects({
      includeFacets: true,
      facets: ["categories"],
      facetTopK: 43,
    });
    expect(counted(facets!.categories)).toEqual(countValues(demoProjects, valuesOf.categories));
  });

  it("count every project that passes the filters, whatever the query and the page", async () => {
    const request = { includeFacets: true, filters: { winnersOnly: true } };
    const { facets } = await service().searchProjects(request);
    for (const rest of [{ query: "carbon" }, { query: "zzzzqqq" }, { offset: 1_000 }, { limit: 1 }])
      expect((await service().searchProjects({ ...request, ...rest })).facets).toEqual(facets);
  });

  it("count second categories when requested, and report that counts overlap", async () => {
    const both = ({ record }: DemoProject) => [
      ...category(record.categories.primaryKey),
      ...category(record.categories.secondaryKey),
    ];
    const { facets, categoryCountsOverlap } = await service().searchProjects({
      includeFacets: true,
      facets: ["categories"],
      facetTopK: 43,
      filters: { includeSecondaryCategories: true },
    });
    expect(categoryCountsOverlap).toBe(true);
    expect(counted(facets!.categories)).toEqual(countValues(demoProjects, both));
    const plain = await service().searchProjects({ includeFacets: true });
    expect(plain.categoryCountsOverlap ?? false).toBe(false);
  });

  it("are returned only when requested", async () => {
    for (const request of [{}, { facets: ["tracks"] }, { includeFacets: false }])
      expect(await service().searchProjects(request)).not.toHaveProperty("facets");
  });
});
