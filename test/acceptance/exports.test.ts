/** POST /search/projects/export and POST /analyze/export. */
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { demoProjects, newestFirst, slugsOf } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();
const download = async (id: "exportProjects" | "exportAnalysis", json: object) => {
  const { status, headers, body } = await service().ask(id, { json });
  expect(status).toBe(200);
  return { headers, text: body as string };
};
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

describe("200", () => {
  it("all demo projects as CSV, newest first, the slug first", async () => {
    const { headers, text } = await download("exportProjects", {});
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("content-disposition")).toBe('attachment; filename="projects.csv"');
    expect(text.slice(0, 10)).toBe("slug,name,");
    const rows = rowsOf(text);
    expect(rows.map(({ slug }) => slug)).toEqual(slugsOf(newestFirst(demoProjects)));
    for (const row of rows) {
      const { record, award } = demoProjects.find(({ slug }) => slug === row.slug)!;
      expect(row).toMatchObject({
        name: record.name,
        award: award ?? "",
        category: record.categories.primaryKey,
      });
    }
  });

  it("the results of a search as JSON Lines, as its pages show them", async () => {
    const body = { query: "payments for market vendors", filters: { winnersOnly: true } };
    const { headers, text } = await download("exportProjects", { ...body, format: "jsonl" });
    expect(headers.get("content-type")).toBe("application/x-ndjson");
    const lines = text.split("\n").slice(0, -1);
    const rows = lines.map((line) => JSON.parse(line) as { slug: string; similarity: number });
    const { results } = await service().searchProjects({ ...body, limit: 25 });
    expect(rows.slice(0, 25).map(({ slug, similarity }) => [slug, similarity])).toEqual(
      results.map(({ slug, similarity }) => [slug, similarity]),
    );
  });

  it("the buckets of an analysis, in both formats", async () => {
    const body = { cohort: {}, dimensions: ["clusters", "techStack"], topK: 20 };
    const { buckets } = await service().get("analyze", { json: body });
    const expected = [...buckets.clusters!, ...buckets.techStack!].map(({ key, count }) => [key, count]);
    const csv = rowsOf((await download("exportAnalysis", body)).text);
    expect(csv.map(({ key, count }) => [key, Number(count)])).toEqual(expected);
    const { headers, text } = await download("exportAnalysis", { ...body, format: "jsonl" });
    expect(headers.get("content-disposition")).toBe('attachment; filename="analysis.jsonl"');
    const rows = text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { key: string; count: number });
    expect(rows.map(({ key, count }) => [key, count])).toEqual(expected);
  });
});

describe("400", () => {
  it("for another format, for paging, and for values that only the corpus can refuse", async () => {
    for (const [body, field] of [
      [{ format: "xlsx" }, "format"],
      [{ limit: 5 }, "limit"],
      [{ offset: 5 }, "offset"],
      [{ filters: { categoryKeys: ["never-heard-of"] } }, "filters.categoryKeys"],
    ] as const) {
      const refusal = await service().refusal("exportProjects", { json: body });
      expect([field, ...outcome(refusal)]).toEqual([field, 400, "INVALID_QUERY"]);
      expect(refusal.error).toContain(field);
    }
    const refusal = await service().refusal("exportAnalysis", { json: { cohort: {}, dimensions: [] } });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
  });
});

describe("projects", () => {
  describeRefusals({ service, id: "exportProjects", valid: { json: { query: "payments" } } });
});
describe("an analysis", () => {
  const valid = { json: { cohort: {}, dimensions: ["tracks"] } };
  describeRefusals({ service, id: "exportAnalysis", valid });
});
