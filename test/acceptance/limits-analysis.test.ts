/** The analysis group: nine operations share one counter of the account. */
import { describe, expect, it } from "vitest";
import type { OperationId } from "../../src/contract/api/operations.ts";
import { outcome, useService } from "./harness/service.ts";

const technology = { category: "languages", name: "rust" };
const requests: [OperationId, object][] = [
  ["analyze", { cohort: {}, dimensions: ["tracks"] }],
  ["compare", { cohortA: {}, cohortB: {}, dimensions: ["tracks"] }],
  ["countTechnology", { technology }],
  ["trendTechnology", { technology }],
  ["findCoUsage", { technology }],
  ["listTopTechnologies", {}],
  ["neighborhood", { query: "wallet" }],
  ["exportProjects", { query: "wallet" }],
  ["exportAnalysis", { cohort: {}, dimensions: ["tracks"] }],
];

describe("10 analyses a minute, unless set otherwise", () => {
  const service = useService({ env: { PRIORART_LIMIT_ANALYSIS: "" } });

  it("are counted over all nine operations, refused requests too; then each answers 429", async () => {
    const token = service().tokens.ada;
    for (let used = 1; used <= 10; used++) {
      const [id, json] = requests[used % requests.length]!;
      const wrong = used % 5 === 0;
      const { status, headers } = await service().ask(id, { token, json: wrong ? { topK: 0 } : json });
      expect(status).toBe(wrong ? 400 : 200);
      expect(headers.get("ratelimit-policy")).toBe('"analysis";q=10;w=60');
      expect(headers.get("ratelimit")).toMatch(new RegExp(`^"analysis";r=${10 - used};t=\\d+$`));
    }
    for (const [id, json] of requests) {
      const refusal = await service().refusal(id, { token, json });
      expect([id, ...outcome(refusal)]).toEqual([id, 429, "RATE_LIMITED"]);
      expect(Number(refusal.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }
  });

  it("are counted per account, and include neither searches nor clusters", async () => {
    const [id, json] = requests[0]!;
    const other = await service().ask(id, { token: service().tokens.bob, json });
    expect([other.status, other.headers.get("ratelimit")?.slice(0, 14)]).toEqual([200, '"analysis";r=9']);
    const token = service().tokens.ada;
    const search = await service().ask("searchProjects", { token, json: { limit: 1 } });
    expect(search.status).toBe(200);
    const cluster = await service().ask("getCluster", { token, params: { key: "v999-c1" } });
    expect([cluster.status, cluster.headers.has("ratelimit")]).toEqual([404, false]);
  });
});
