import { describe, expect, it } from "vitest";
import type { OperationOutput } from "../../contract/api/operations.ts";
import { type Responses, runCommand } from "../run-command.case.ts";
import { filters, project } from "./responses.case.ts";

describe("check", () => {
  const neighbors = {
    total: 9,
    winners: 3,
    threshold: 0.3,
    byYear: [{ year: 2024, count: 9, winners: 3 }],
    byAward: [],
    categories: [{ key: "payments", label: "Payments", count: 6, share: 0.67 }],
    technologies: [],
    clusters: [],
    crowdedness: { count: 9, percentile: 80 },
    results: [project("a", "A")],
    keys: ["a"],
  } as OperationOutput<"neighborhood">;
  const responses: Responses = {
    getFilters: filters,
    neighborhood: ({ filters: asked }: { filters: { winnersOnly?: boolean } }) =>
      asked.winnersOnly ? { ...neighbors, total: 3, categories: [] } : neighbors,
    searchArchives: {
      results: [{ documentId: "d", title: "On cash", author: "Ada", source: "essays" }],
    } as unknown as OperationOutput<"searchArchives">,
  };

  it("asks for the neighbors, for the winners among them and for documents; prints the report", async () => {
    const { asked, stdout, code } = await runCommand(["check", " an idea "], responses);
    expect(asked).toEqual([
      ["neighborhood", { query: "an idea", filters: {}, limit: 50 }],
      ["neighborhood", { query: "an idea", filters: { winnersOnly: true }, limit: 1 }],
      ["searchArchives", { query: "an idea", limit: 5, maxChunksPerDoc: 1, minSimilarity: 0.35 }],
    ]);
    expect(stdout).toMatch(/^# Idea check\n\n> an idea\n\n\*\*Crowded\.\*\* 9 projects/);
    expect(stdout).toContain("- A (`a`) (Spring, honorable mention, similarity 0.50)");
    expect(stdout).toContain("Payments: 0% of winners, 100% of the others");
    expect(stdout).toContain("- On cash (`d`) (Ada, essays)");
    expect(code).toBe(0);
  });

  it("does not ask for winners where there are none, and prints the responses with --json", async () => {
    const none = { ...responses, neighborhood: { ...neighbors, winners: 0 } };
    const { asked, stdout } = await runCommand(["check", "an idea", "--json"], none);
    expect(asked.map(([operation]) => operation)).toEqual(["neighborhood", "searchArchives"]);
    expect(JSON.parse(stdout)).toMatchObject({ idea: "an idea", neighbors: { total: 9 }, apart: [] });
  });

  it("links the pages of the service where it has an address", async () => {
    const services = { loadConfig: async () => ({ remote: null, publicUrl: "https://r.example" }) as never };
    const { stdout } = await runCommand(["check", "an idea"], responses, { services });
    expect(stdout).toContain("[A](https://r.example/projects/a)");
    expect(stdout).toContain("[This check](https://r.example/check?idea=an+idea)");
  });
});
