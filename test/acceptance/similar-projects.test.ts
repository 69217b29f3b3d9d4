import { describe, expect, it } from "vitest";
import { demoProjects, slugsOf } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();
const similar = (slug: string, search?: string) =>
  service().get("similarProjects", { params: { slug }, search });

describe("200", () => {
  it("for every demo project: ten others, each once, close to it", async () => {
    for (const { slug } of demoProjects) {
      const { results } = await similar(slug);
      expect(results).toHaveLength(10);
      expect(new Set([slug, ...slugsOf(results)]).size).toBe(11);
      const { results: all } = await similar(slug, "limit=25");
      const closest = Math.max(...all.map(({ similarity }) => similarity));
      expect(Math.max(...results.map(({ similarity }) => similarity))).toBe(closest);
    }
  });

  it("with as many as asked for", async () => {
    const { slug } = demoProjects[0]!;
    const { results } = await similar(slug, "limit=25");
    expect(results).toHaveLength(25);
    expect((await similar(slug, "limit=1")).results).toEqual(results.slice(0, 1));
  });
});

describe("404 and 400", () => {
  it("404 for an unknown project", async () => {
    const refusal = await service().refusal("similarProjects", { params: { slug: "no-such-project" } });
    expect(outcome(refusal)).toEqual([404, "NOT_FOUND"]);
  });

  it("400 for a limit out of bounds", async () => {
    for (const limit of ["0", "26", "x", ""]) {
      const params = { slug: demoProjects[0]!.slug };
      const refusal = await service().refusal("similarProjects", { params, search: `limit=${limit}` });
      expect([limit, ...outcome(refusal)]).toEqual([limit, 400, "INVALID_QUERY"]);
      expect(refusal.error).toContain("limit: ");
    }
  });
});

describeRefusals({ service, id: "similarProjects", valid: { params: { slug: "pillbox-radio" } } });
