/** GET /clusters/:key: tests the counts of each cluster; publish decides which projects belong to it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { OperationOutput } from "../../src/contract/api/operations.ts";
import { countValues, type DemoProject, demoProjects, slugsOf } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();
let clusters: OperationOutput<"getFilters">["clusters"];
beforeAll(async () => {
  clusters = (await service().get("getFilters")).clusters;
});

/** The demo's projects that search finds in a cluster. */
async function membersOf(key: string): Promise<DemoProject[]> {
  const slugs = new Set<string>();
  for (let offset = 0, more = true; more; offset += 25) {
    const page = await service().searchProjects({ filters: { clusterKeys: [key] }, limit: 25, offset });
    for (const slug of slugsOf(page.results)) slugs.add(slug);
    more = page.hasMore;
  }
  return demoProjects.filter(({ slug }) => slugs.has(slug));
}

describe("200", () => {
  it("for every cluster of GET /filters: label, counts and tags of its members", async () => {
    expect(clusters.length).toBeGreaterThan(1);
    for (const { key, label, projectCount } of clusters) {
      const cluster = await service().get("getCluster", { params: { key } });
      const members = await membersOf(key);
      expect(cluster).toMatchObject({
        key,
        label,
        projectCount,
        winnerCount: members.filter(({ award }) => award === "winner").length,
      });
      expect(members).toHaveLength(projectCount);
      expect(cluster.summary.length).toBeGreaterThan(20);
      for (const kind of ["problemTags", "primitives", "techStack"] as const) {
        const counted = countValues(members, ({ record }) =>
          record.tags[kind].map((tag) => ({ key: tag, label: tag })),
        );
        expect(cluster.topTags[kind]).toEqual(
          counted.slice(0, 10).map(({ key: tag, count }) => ({ tag, count })),
        );
      }
    }
  });

  it("with members of its own as representatives, as their files describe them", async () => {
    for (const { key, projectCount } of clusters) {
      const { representativeProjects } = await service().get("getCluster", { params: { key } });
      const members = await membersOf(key);
      expect(representativeProjects).toHaveLength(Math.min(5, projectCount));
      expect(new Set(slugsOf(representativeProjects)).size).toBe(representativeProjects.length);
      for (const shown of representativeProjects) {
        const { slug, record, award } = members.find((project) => project.slug === shown.slug)!;
        expect(shown).toEqual({
          slug,
          name: record.name,
          oneLiner: record.oneLiner,
          isWinner: award === "winner",
        });
      }
    }
  });
});

describe("404 and 400", () => {
  it("404 for a cluster of another generation, or one that never existed", async () => {
    for (const key of ["v999-c1", "v1-c999999"])
      expect(outcome(await service().refusal("getCluster", { params: { key } }))).toEqual([404, "NOT_FOUND"]);
  });

  it("400 for a malformed key, with the format of keys", async () => {
    for (const key of ["1", "v1", "v1-c1 ", "V1-C1", "v1-c1/", "é"]) {
      const refusal = await service().refusal("getCluster", { params: { key } });
      expect([key, ...outcome(refusal)]).toEqual([key, 400, "INVALID_QUERY"]);
      expect(refusal.error).toContain("v<digits>-c<digits>");
    }
  });
});

const params = { key: "" };
beforeAll(() => {
  params.key = clusters[0]?.key ?? "v1-c1";
});
describeRefusals({ service, id: "getCluster", valid: { params } });
