/** A corpus with what the demo lacks: more documents than can be paged to, odd ids and keys, records that are adapted. */
import { readdirSync, truncateSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectories } from "./cli-harness.ts";
import { addMember, type DemoTokens, priorart } from "./harness/prepare-demo.ts";
import { outcome, Service } from "./harness/service.ts";

const source = "paper_trail";
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
const documents = Array.from({ length: 70 }, (_, place) => ({
  // Version and variant digits take every value.
  documentId: `6e1f0a2b-${hex(place, 4)}-${hex(place % 16, 1)}abc-${hex((place * 7) % 16, 1)}def-0123456789ab`,
  source,
  title: `Harbour log ${place}`,
  content: `On day ${place} the harbour master wrote down the tide, the wind and every ship that came in.`,
}));

const longText = "The pitch explains the tide tables. ".repeat(400).trim();
const projects = [
  {
    slug: "tide-book",
    name: "Tide Book",
    oneLiner: "A tide table for every harbour",
    award: "honorable_mention",
    links: { github: "https://code.example/tide", demo: "javascript:alert(1)" },
    evidenceSummaries: { pitchSummary: { text: longText } },
  },
  { slug: "wind-rose", name: "Wind Rose", oneLiner: "Forecasts of wind for small boats" },
];

const directories = temporaryDirectories();
let service: Service;
let warnings: string;
beforeAll(async () => {
  const data = await directories.make();
  const demo = await addMember(data, "first@example.org");
  for (const [name, records] of Object.entries({ archive: documents, projects })) {
    const file = join(data, `${name}.jsonl`);
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    warnings = (await priorart(data, "import", name, file)).stderr;
  }
  await priorart(data, "publish");
  service = new Service({ data, tokens: { demo } as DemoTokens });
  await service.start();
});
afterAll(async () => {
  await service?.dispose();
  await directories.removeAll();
});

describe("more documents than pages reach", () => {
  const search = (rest: object) =>
    service.searchArchives({
      query: "harbour tide",
      sources: [source],
      minSimilarity: 0,
      maxDocsPerSource: 0,
      ...rest,
    });

  it("hasMore is true as long as the next page may be requested: up to offset 50", async () => {
    const hasMore = async (offset: number, limit: number) => {
      const page = await search({ offset, limit });
      expect([page.totalFound, page.results.length > 0]).toEqual([documents.length, true]);
      return page.hasMore;
    };
    expect(await hasMore(30, 10)).toBe(true);
    expect(await hasMore(40, 10)).toBe(true);
    expect(await hasMore(41, 10)).toBe(false);
    expect(await hasMore(49, 1)).toBe(true);
    expect(await hasMore(50, 1)).toBe(false);
    expect(await hasMore(50, 10)).toBe(false);
  });

  it("six pages hold sixty different documents", async () => {
    const ids = new Set<string>();
    for (let offset = 0; offset <= 50; offset += 10)
      for (const { documentId } of (await search({ offset, limit: 10, maxChunksPerDoc: 1 })).results)
        ids.add(documentId);
    expect(ids.size).toBe(60);
  });
});

describe("ids and keys", () => {
  it("a document is read under any UUID-shaped id, in either case; an unknown one is 404", async () => {
    for (const { documentId, title } of documents.slice(0, 16))
      for (const spelling of [documentId, documentId.toUpperCase()])
        expect(await service.get("readDocument", { params: { documentId: spelling } })).toMatchObject({
          title,
        });
    for (const documentId of ["ffffffff-ffff-ffff-ffff-ffffffffffff", "00000000-0000-0000-0000-000000000000"])
      expect((await service.ask("readDocument", { params: { documentId } })).status).toBe(404);
    expect((await service.ask("readDocument", { params: { documentId: "ffffffff-ffff" } })).status).toBe(400);
  });

  it("a source's key may contain underscores", async () => {
    const { archiveSources } = await service.get("getFilters");
    expect(archiveSources).toMatchObject([{ key: source, documentCount: documents.length }]);
    const { results, filtersApplied } = await service.searchArchives({ query: "wind", sources: [source] });
    expect(filtersApplied).toEqual({ sources: [source] });
    expect(new Set(results.map((result) => result.source))).toEqual(new Set([source]));
  });
});

describe("a project record", () => {
  const read = (slug: string) => service.get("getProject", { params: { slug } });

  it("with an honorable mention but no prize has the prize HONORABLE_MENTION, found by filters and facets", async () => {
    const prize = { type: "HONORABLE_MENTION", name: null, placement: null, amount: null, trackName: null };
    expect(await read("tide-book")).toMatchObject({ award: "honorable_mention", isWinner: false, prize });
    const { results, facets } = await service.searchProjects({
      filters: { prizeTypes: ["HONORABLE_MENTION"] },
      includeFacets: true,
      facets: ["prizes"],
    });
    expect(results).toMatchObject([{ slug: "tide-book", award: "honorable_mention", prize }]);
    expect(facets!.prizes).toMatchObject([{ key: "HONORABLE_MENTION", count: 1 }]);
    const winners = await service.searchProjects({ filters: { winnersOnly: true } });
    expect(winners.totalFound).toBe(0);
  });

  it("with a link that is not http is imported without it, with a warning", async () => {
    expect((await read("tide-book")).links).toMatchObject({
      github: "https://code.example/tide",
      demo: null,
    });
    expect(warnings).toContain("links.demo");
  });

  it("with evidence beyond 12,000 characters is truncated and marked", async () => {
    const { pitchSummary } = (await read("tide-book")).evidenceSummaries!;
    expect(pitchSummary).toMatchObject({ text: longText.slice(0, 12_000), truncated: true });
    expect((await read("wind-rose")).evidenceSummaries?.pitchSummary ?? null).toBeNull();
  });
});

/** Runs last: its damage is not repaired. */
describe("damaged files of the snapshot", () => {
  const damage = (name: RegExp) => {
    const folder = join(service.data, "segments");
    for (const file of readdirSync(folder)) if (name.test(file)) truncateSync(join(folder, file), 0);
  };

  it("under a running server: 503 in the error format for requests that need them; everything else answers", async () => {
    const document = { params: { documentId: documents[0]!.documentId } };
    const project = { params: { slug: "tide-book" } };
    damage(/^archive-.*txt$/);
    const unread = await service.refusal("readDocument", document);
    expect(outcome(unread)).toEqual([503, "ARCHIVE_UNAVAILABLE"]);
    expect(unread.headers.get("retry-after")).toBe("1");
    const search = await service.refusal("searchArchives", { json: { query: "harbour tide" } });
    expect(outcome(search)).toEqual([503, "ARCHIVE_UNAVAILABLE"]);
    expect(await service.get("getProject", project)).toMatchObject({ slug: "tide-book" });
    damage(/^projects-.*txt$/);
    expect(outcome(await service.refusal("getProject", project))).toEqual([503, "EVIDENCE_UNAVAILABLE"]);
    expect(outcome(await service.refusal("searchProjects", { json: {} }))).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
    ]);
    expect((await service.get("getCategories")).categories.length).toBeGreaterThan(0);
  });

  it("at a start: not ready, and 503 with the code of each operation", async () => {
    await service.restart();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect(outcome(await service.refusal("getCategories"))).toEqual([503, "CATEGORIES_UNAVAILABLE"]);
    const project = { params: { slug: "tide-book" } };
    expect(outcome(await service.refusal("getProject", project))).toEqual([503, "EVIDENCE_UNAVAILABLE"]);
    expect(outcome(await service.refusal("getFilters"))).toEqual([503, "SERVICE_UNAVAILABLE"]);
  });
});
