import { describe, expect, it } from "vitest";
import { demoDocuments, demoSources } from "./harness/demo-documents.ts";
import { countValues, demoHackathons, demoProjects, slugsOf, tagKinds } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { useSharedService } from "./harness/service.ts";

const service = useSharedService();
const named = (key: string) => ({ key, label: key });
const byKey = <T extends { key: string }>(items: readonly T[]) =>
  items.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

describe("200", () => {
  it("counts tracks and labels", async () => {
    const { tracks, labels } = await service().get("getFilters");
    for (const [shown, choices] of [
      [tracks, "tracks"],
      [labels, "labels"],
    ] as const) {
      const counted = countValues(demoProjects, (project) =>
        project[choices].map(({ key, name }) => ({ key, label: name })),
      );
      expect(byKey(shown)).toEqual(
        byKey(counted).map(({ key, label, count }) => ({
          key,
          name: label,
          hackathonSlug: key.replace("label:", "").split("/")[0],
          projectCount: count,
        })),
      );
    }
  });

  it("lists the hackathons in chronological order, with projects and winners", async () => {
    const { hackathons } = await service().get("getFilters");
    const chronological = demoHackathons.toSorted(
      (a, b) => Date.parse(a.startDate) - Date.parse(b.startDate),
    );
    expect(hackathons).toEqual(
      chronological.map(({ slug, name, startDate }) => {
        const projects = demoProjects.filter(({ hackathon }) => hackathon.slug === slug);
        const winners = projects.filter(({ award }) => award === "winner");
        return { slug, name, startDate, projectCount: projects.length, winnerCount: winners.length };
      }),
    );
  });

  it("lists batches, prize types and placements", async () => {
    const { acceleratorBatches, prizeTypes, prizePlacements } = await service().get("getFilters");
    const companies = new Map<string, Set<string>>();
    for (const { record } of demoProjects) {
      if (!record.accelerator) continue;
      const { batchKey, companySlug } = record.accelerator;
      companies.set(batchKey, (companies.get(batchKey) ?? new Set()).add(companySlug));
    }
    expect(acceleratorBatches).toEqual([
      {
        key: "accelerator/cohort-1",
        name: "Harbor Cohort 1",
        companyCount: companies.get("accelerator/cohort-1")!.size,
      },
      {
        key: "accelerator/cohort-2",
        name: "Harbor Cohort 2",
        companyCount: companies.get("accelerator/cohort-2")!.size,
      },
    ]);
    const shown = demoProjects.flatMap(({ prize }) => prize ?? []);
    expect(prizeTypes.toSorted()).toEqual([...new Set(shown.map(({ type }) => type))].toSorted());
    expect(prizePlacements).toEqual(
      [...new Set(shown.flatMap(({ placement }) => placement ?? []))].toSorted((a, b) => a - b),
    );
  });

  it.each(tagKinds)("lists the 25 most frequent %s", async (kind) => {
    const filters = await service().get("getFilters");
    const counted = countValues(demoProjects, ({ record }) => record.tags[kind].map(named));
    expect(filters[kind]).toEqual(counted.slice(0, 25).map(({ key, count }) => ({ tag: key, count })));
  });

  it("lists the archive's sources with their documents", async () => {
    const { archiveSources } = await service().get("getFilters");
    expect(byKey(archiveSources)).toEqual(
      byKey(
        demoSources.map(({ key, label }) => ({
          key,
          label,
          documentCount: demoDocuments.filter(({ source }) => source === key).length,
        })),
      ),
    );
  });

  it("returns values that the searches accept, each matching its count", async () => {
    const filters = await service().get("getFilters");
    for (const { key, projectCount } of filters.tracks)
      expect((await service().searchProjects({ trackKeys: [key] })).totalFound).toBe(projectCount);
    for (const { key, projectCount } of filters.labels)
      expect((await service().searchProjects({ labelKeys: [key] })).totalFound).toBe(projectCount);
    for (const { key, projectCount } of filters.clusters)
      expect((await service().searchProjects({ filters: { clusterKeys: [key] } })).totalFound).toBe(
        projectCount,
      );
    for (const { key } of filters.archiveSources) {
      const { results } = await service().searchArchives({ query: "people", sources: [key] });
      expect(new Set(results.map(({ source }) => source))).toEqual(
        results.length > 0 ? new Set([key]) : new Set(),
      );
    }
    expect(slugsOf(filters.hackathons)).toHaveLength(4);
  });
});

describeRefusals({ service, id: "getFilters", valid: {} });
