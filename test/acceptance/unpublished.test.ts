/** A server on a data directory before the first publish. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationList, type SnapshotOperationId } from "../../src/contract/api/operations.ts";
import { temporaryDirectories } from "./cli-harness.ts";
import { addMember, type DemoTokens } from "./harness/prepare-demo.ts";
import { type Call, outcome, Service } from "./harness/service.ts";

const directories = temporaryDirectories();
let service: Service;
beforeAll(async () => {
  const data = await directories.make();
  const demo = await addMember(data, "first@example.org");
  service = new Service({ data, tokens: { demo } as DemoTokens });
  await service.start();
});
afterAll(async () => {
  await service?.dispose();
  await directories.removeAll();
});

const valid: Record<SnapshotOperationId, Call> = {
  getFilters: {},
  getCategories: {},
  searchProjects: { json: { query: "wallet" } },
  exportProjects: { json: { query: "wallet" } },
  getProject: { params: { slug: "anything" } },
  similarProjects: { params: { slug: "anything" } },
  searchArchives: { json: { query: "wallet" } },
  analyze: { json: { cohort: {}, dimensions: ["clusters"] } },
  exportAnalysis: { json: { cohort: {}, dimensions: ["clusters"] } },
  compare: { json: { cohortA: {}, cohortB: {}, dimensions: ["clusters"] } },
  listClusters: {},
  getLandscape: {},
  neighborhood: { json: { query: "wallet" } },
  getCluster: { params: { key: "v1-c1" } },
  countTechnology: { json: { technology: { category: "languages", name: "rust" } } },
  trendTechnology: { json: { technology: { category: "languages", name: "rust" } } },
  findCoUsage: { json: { technology: { category: "languages", name: "rust" } } },
  listTopTechnologies: { json: {} },
  readDocument: { params: { documentId: "00000000-0000-4000-8000-000000000000" } },
  similarDocuments: { params: { documentId: "00000000-0000-4000-8000-000000000000" } },
};

describe("503", () => {
  const published = operationList.filter(({ answeredFrom }) => answeredFrom === "snapshot");

  it.each(published.map(({ id }) => id as SnapshotOperationId))("%s", async (id) => {
    const refusal = await service.refusal(id, valid[id]);
    expect(outcome(refusal)).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(refusal).toMatchObject({ retryable: true, requestId: expect.any(String) });
  });

  it("of readiness, while the server is alive", async () => {
    const ready = await fetch(`${service.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ code: "SERVICE_UNAVAILABLE" }),
    ]);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });
});

it("still checks tokens and requests", async () => {
  expect((await service.get("getStatus")).authenticated).toBe(true);
  expect((await service.get("getMe")).projects).toEqual([]);
  expect((await service.get("getFaqs")).faqs).toEqual([]);
  expect(outcome(await service.refusal("getResources"))).toEqual([404, "NOT_FOUND"]);
  await service.get("suggestSource", { json: { url: "https://example.org/" } });
  await service.get("sendFeedback", { json: { category: "other", message: "Empty so far." } });
  expect((await service.refusal("getFilters", { token: null })).status).toBe(401);
  expect((await service.refusal("searchProjects", { json: { limit: 0 } })).status).toBe(400);
});
