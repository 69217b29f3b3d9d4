import { describe, expect, it } from "vitest";
import { describeRefusals } from "./harness/refusals.ts";
import { useSharedService } from "./harness/service.ts";

const service = useSharedService();

describe("200", () => {
  it("lists the clusters of GET /filters, each with the counts of GET /clusters/:key", async () => {
    const { clusters } = await service().get("listClusters");
    const known = (await service().get("getFilters")).clusters;
    expect(clusters.map(({ key, label, projectCount }) => ({ key, label, projectCount }))).toEqual(known);
    for (const cluster of clusters) {
      const { key, summary, projectCount, winnerCount, winnerShare, crowdedness, byYear } = cluster;
      expect(await service().get("getCluster", { params: { key } })).toMatchObject({
        summary,
        projectCount,
        winnerCount,
      });
      expect(winnerShare).toBeCloseTo(winnerCount / projectCount, 9);
      expect(crowdedness).toBeGreaterThan(0.1);
      const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
      expect(sum(byYear.map(({ projects }) => projects))).toBe(projectCount);
      expect(sum(byYear.map(({ winners }) => winners))).toBe(winnerCount);
      for (const { year } of byYear) expect([2023, 2024, 2025]).toContain(year);
    }
  });
});

describeRefusals({ service, id: "listClusters", valid: {} });
