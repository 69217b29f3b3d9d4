import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExportPart } from "../../contract/api/exports.ts";
import { operations } from "../../contract/api/operations.ts";
import { projectSearchResultSchema } from "../../contract/api/project.ts";
import { searchProjectsRequestSchema } from "../../contract/api/search-projects.ts";
import { parseRequest } from "../../contract/api/validation.ts";
import { csvRow } from "../../contract/values/csv.ts";
import { projectOf } from "../../corpus/projects/project-index.case.ts";
import { analyze } from "../analyze.ts";
import { contextOf, demoProjects, type TestContext } from "../demo-context.case.ts";
import { searchProjects } from "../search-projects/search-projects.ts";
import { exportAnalysis } from "./export-analysis.ts";
import { exportedPerStep, exportProjects } from "./export-projects.ts";

/** All steps of an export. */
async function textOf(context: TestContext, body: object, between: () => void = () => {}): Promise<string> {
  const request = parseRequest(operations.exportProjects.request.body, body);
  const first: ExportPart = await exportProjects(context, request);
  let { text } = first;
  for (let at = 0; at < first.rest.length; at += 100) {
    between();
    const next = await exportProjects(context, { ...request, rest: first.rest.slice(at, at + 100) });
    expect(next.rest).toEqual([]);
    text += next.text;
  }
  return text;
}

const rowsOf = (csv: string): Record<string, string>[] =>
  parse(csv, { columns: true, recordDelimiter: "\r\n" });

describe("csvRow", () => {
  it("is read back as it was, apart from the apostrophe before what looks like a formula", () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("=1+1", "+1", "-1", "@sum", "\ttab", '"', ",", "a\r\nb", " padded ", "'", ""),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        const [read] = parse(csvRow(cells), { recordDelimiter: "\r\n", bom: false }) as string[][];
        expect(read).toEqual(cells.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)));
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves numbers as they are, and nothing for no value", () => {
    expect(csvRow([-1, 0.25, true, null, undefined, "x"])).toBe("-1,0.25,true,,,x\r\n");
  });
});

describe("exportProjects", () => {
  let demo: TestContext;
  beforeAll(() => {
    demo = contextOf(demoProjects);
  });
  afterAll(() => demo.dispose());

  /** Every page of the same search. */
  async function paged(body: object) {
    const results = [];
    for (let offset = 0, more = true; more; offset += 25) {
      const page = await searchProjects(
        demo,
        searchProjectsRequestSchema.parse({ ...body, offset, limit: 25 }),
      );
      results.push(...page.results);
      more = page.hasMore;
    }
    return results;
  }

  it("has the results of all pages of the search, in their order, in both formats", async () => {
    for (const body of [{}, { query: "payments for market vendors" }, { filters: { winnersOnly: true } }]) {
      const expected = await paged(body);
      const lines = (await textOf(demo, { ...body, format: "jsonl" })).split("\n").slice(0, -1);
      const results = lines.map((line) => projectSearchResultSchema.strict().parse(JSON.parse(line)));
      expect(results.map(({ slug, similarity }) => [slug, similarity])).toEqual(
        expected.map(({ slug, similarity }) => [slug, similarity]),
      );
      const csv = await textOf(demo, body);
      expect(csv.startsWith("slug,name,oneLiner,")).toBe(true);
      const rows = rowsOf(csv);
      expect(rows.map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug));
      rows.forEach((row, i) => {
        const { name, oneLiner, similarity, award, cluster, tags, prize, team } = expected[i]!;
        expect(row).toMatchObject({
          name,
          oneLiner: oneLiner ?? "",
          similarity: String(similarity),
          award: award ?? "",
          cluster: cluster?.key ?? "",
          techStack: tags?.techStack.join("; ") ?? "",
          prizeAmount: prize?.amount == null ? "" : String(prize.amount),
          team: String(team.count),
        });
      });
    }
  });

  it("has a header alone where nothing is found", async () => {
    const nothing = { hackathons: ["nowhere-1999"] };
    expect((await textOf(demo, nothing)).split("\r\n")).toHaveLength(2);
    expect(await textOf(demo, { ...nothing, format: "jsonl" })).toBe("");
  });

  it("is written in steps, and leaves out what was withdrawn meanwhile", async () => {
    const many = Array.from({ length: exportedPerStep + 150 }, (_, i) => projectOf({ slug: `p${i}` }));
    const context = contextOf(many);
    const whole = rowsOf(await textOf(context, {})).map(({ slug }) => slug!);
    expect(whole).toHaveLength(many.length);
    const last = whole.at(-1)!;
    const rest = rowsOf(await textOf(context, {}, () => context.index.withdraw(last)));
    expect(rest.map(({ slug }) => slug)).toEqual(whole.slice(0, -1));
    context.dispose();
  });

  it("ends after 10,000 rows", async () => {
    const many = Array.from({ length: 10_020 }, (_, i) => projectOf({ slug: `p${i}` }));
    const context = contextOf(many, { vectors: new Array(many.length).fill(null) });
    const request = parseRequest(operations.exportProjects.request.body, {});
    const { rest } = await exportProjects(context, request);
    expect(rest.length + exportedPerStep).toBe(10_000);
    context.dispose();
  });
});

it("exportAnalysis has a row per bucket, in both formats", () => {
  const context = contextOf(demoProjects);
  const body = { cohort: {}, dimensions: ["tracks", "techStack"], topK: 20 };
  const request = parseRequest(operations.exportAnalysis.request.body, body);
  const { buckets } = analyze(context, request);
  const expected = request.dimensions.flatMap((dimension) =>
    buckets[dimension]!.map((bucket) => ({ dimension, ...bucket })),
  );
  expect(expected.length).toBeGreaterThan(20);
  const rows = rowsOf(exportAnalysis(context, request).text);
  expect(rows).toEqual(
    expected.map(({ dimension, key, label, count, share, sampleProjectSlugs }) => ({
      dimension,
      key,
      label,
      count: String(count),
      share: String(share),
      sampleProjectSlugs: sampleProjectSlugs.join("; "),
    })),
  );
  const lines = exportAnalysis(context, { ...request, format: "jsonl" })
    .text.split("\n")
    .slice(0, -1);
  expect(lines.map((line) => JSON.parse(line))).toEqual(expected);
  context.dispose();
});
