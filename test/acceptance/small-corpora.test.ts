/** A corpus that grows from 0 to 30 projects and documents under a running server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SnapshotOperationId } from "../../src/contract/api/operations.ts";
import { temporaryDirectories } from "./cli-harness.ts";
import { addMember, type DemoTokens, priorart } from "./harness/prepare-demo.ts";
import { type Call, Service } from "./harness/service.ts";

const documentId = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
const subjects = ["tides", "lighthouses", "nets", "ropes", "anchors", "pilots", "buoys", "quays", "charts"];
/** Names of stop words only come first: the smallest corpora hold little else. */
const names = ["The Graph", "IT", "Of And To", "Harbour"];
const projects = Array.from({ length: 30 }, (_, place) => ({
  slug: `project-${place}`,
  name: names[place] ?? `Harbour ${place}`,
  oneLiner: `Keeps a register of ${subjects[place % subjects.length]} for harbour number ${place}`,
  ...(place % 3 === 0 && { award: "winner" }),
  builtWith: { languages: [{ name: place % 2 === 0 ? "rust" : "go" }] },
}));
const documents = Array.from({ length: 30 }, (_, place) => ({
  documentId: documentId(place),
  source: "logbook",
  title: names[place] ?? `Log ${place}`,
  content: `The keeper of harbour ${place} wrote about ${subjects[place % subjects.length]} and about the weather.`,
}));

const everywhere: Partial<Record<SnapshotOperationId, Call>> = {
  getFilters: {},
  getCategories: {},
  searchProjects: { json: { query: "harbour register", includeFacets: true, includeDiagnostics: true } },
  searchArchives: { json: { query: "harbour weather" } },
  analyze: { json: { cohort: {}, dimensions: ["clusters", "categories"] } },
  compare: { json: { cohortA: { winnersOnly: true }, cohortB: {}, dimensions: ["clusters"] } },
  listClusters: {},
  neighborhood: { json: { query: "a register of harbour nets" } },
  countTechnology: { json: { technology: { category: "languages", name: "rust" } } },
  trendTechnology: { json: { technology: { category: "languages", name: "rust" } } },
  findCoUsage: { json: { technology: { category: "languages", name: "rust" } } },
  listTopTechnologies: { json: {} },
};

const directories = temporaryDirectories();
let data: string;
let service: Service;
beforeAll(async () => {
  data = await directories.make();
  const demo = await addMember(data, "first@example.org");
  await priorart(data, "publish");
  service = new Service({ data, tokens: { demo } as DemoTokens });
  await service.start();
});
afterAll(async () => {
  await service?.dispose();
  await directories.removeAll();
});

/** Imports the first `count` records of both kinds, publishes, and waits until the server uses them. */
async function grow(count: number): Promise<void> {
  for (const [kind, records] of Object.entries({ projects, archive: documents })) {
    const file = join(data, `${kind}.jsonl`);
    const lines = records.slice(0, count).map((record) => `${JSON.stringify(record)}\n`);
    await writeFile(file, lines.join(""));
    await priorart(data, "import", kind, file);
  }
  await priorart(data, "publish");
  const shown = async () => expect((await service.searchProjects({})).totalFound).toBe(count);
  await vi.waitFor(shown, { timeout: 10_000, interval: 100 });
}

describe.each([0, 1, 2, 30])("with %d records of each kind", (count) => {
  beforeAll(async () => {
    if (count > 0) await grow(count);
  });

  it.each(Object.keys(everywhere) as SnapshotOperationId[])("%s responds", async (id) => {
    const answer = await service.ask(id, everywhere[id]);
    expect([id, answer.status]).toEqual([id, 200]);
  });

  it("finds each record by its name or title first, names of stop words too", async () => {
    for (const { slug, name } of projects.slice(0, Math.min(count, 6))) {
      const [first] = (await service.searchProjects({ query: name })).results;
      expect([name, first?.slug]).toEqual([name, slug]);
    }
    for (const { documentId: id, title } of documents.slice(0, Math.min(count, 6))) {
      const [first] = (await service.searchArchives({ query: title.toLowerCase() })).results;
      expect([title, first?.documentId]).toEqual([title, id]);
    }
    if (count === 0) expect((await service.searchProjects({ query: "The Graph" })).results).toEqual([]);
  });

  it("finds by the words that a question in another language shares, and says when nothing is close", async () => {
    const asked = "¿Quién lleva un registro de harbour 5 para los barcos?";
    const { results } = await service.searchProjects({ query: asked, limit: 3 });
    if (count === 30) expect(results.map(({ name }) => name)).toContain("Harbour 5");
    const strange = await service.searchProjects({ query: "如何用石头做汤" });
    for (const { similarity } of strange.results) expect(similarity).toBeLessThan(0.35);
  });
});
