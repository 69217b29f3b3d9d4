import { describe, expect, it } from "vitest";
import { demoProjects } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();
const ask = (json: object) => service().get("neighborhood", { json });
const projectOf = (slug: string) => demoProjects.find((project) => project.slug === slug)!;

describe("200", () => {
  it("for the one-liner of every tenth project: that project among its neighbors, counted as in the files", async () => {
    let found = 0;
    const some = demoProjects.filter((_, i) => i % 10 === 0);
    for (const { slug, record } of some) {
      const answer = await ask({ query: record.oneLiner, limit: 50 });
      if (answer.keys.includes(slug)) found++;
      const members = answer.keys.map(projectOf);
      expect(answer).toMatchObject({
        total: members.length,
        winners: members.filter(({ award }) => award === "winner").length,
        threshold: 0.6,
        crowdedness: { count: members.length },
      });
      expect(answer.results.map((result) => result.slug)).toEqual(answer.keys.slice(0, 50));
      for (const { similarity } of answer.results) expect(similarity).toBeGreaterThanOrEqual(0.6);
      for (const { year, count } of answer.byYear)
        expect(count).toBe(
          members.filter(({ hackathon }) => hackathon.startDate.startsWith(String(year))).length,
        );
      for (const { key, count } of answer.categories)
        expect(count).toBe(members.filter((one) => one.record.categories.primaryKey === key).length);
      expect(answer.byAward.reduce((sum, { count }) => sum + count, 0)).toBe(members.length);
      expect(answer.crowdedness.percentile).not.toBeNull();
    }
    expect(found).toBeGreaterThan(some.length / 2);
  });

  it("counts within the filters; crowdedness does not depend on them", async () => {
    const { oneLiner } = demoProjects[0]!.record;
    const all = await ask({ query: oneLiner });
    const winners = await ask({ query: oneLiner, filters: { winnersOnly: true } });
    expect([winners.total, winners.winners]).toEqual([all.winners, all.winners]);
    expect(winners.crowdedness).toEqual(all.crowdedness);
  });
});

describe("400", () => {
  it("for each field out of bounds", async () => {
    for (const [body, field] of [
      [{}, "query"],
      [{ query: " " }, "query"],
      [{ query: "é".repeat(501) }, "query"],
      [{ query: "x", limit: 51 }, "limit"],
      [{ query: "x", limit: 0 }, "limit"],
      [{ query: "x", offset: 1 }, "offset"],
      [{ query: "x", filters: { categoryKeys: ["never-heard-of"] } }, "filters.categoryKeys"],
    ] as const) {
      const refusal = await service().refusal("neighborhood", { json: body });
      expect([field, ...outcome(refusal)]).toEqual([field, 400, "INVALID_QUERY"]);
      expect(refusal.error).toContain(field);
    }
  });
});

describeRefusals({ service, id: "neighborhood", valid: { json: { query: "payments", limit: 1 } } });
