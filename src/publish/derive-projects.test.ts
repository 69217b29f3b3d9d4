import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CatalogDerived, CatalogScan } from "../catalog/types.ts";
import type { ProjectDetails } from "../contract/api/project.ts";
import { builtWithRecordSchema } from "../contract/records/built-with-record.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { type LandscapeMeta, landscapeKind } from "../corpus/projects/landscape.ts";
import { projectTextVersion } from "../corpus/projects/project-texts.ts";
import { Arena } from "../search/kernels/arena.ts";
import { readSections } from "../search/segment/section-file.ts";
import { openServing } from "../serving/serving.ts";
import { readClusters } from "./clusters/clusters-file.ts";
import { documentOf, openWorkbench, projectOf, publishedFiles, type Workbench } from "./workbench.case.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
});
afterEach(() => at.close());

type Fields = Partial<ProjectRecord> & { slug: string };

const remittance: Fields = {
  slug: "remit",
  name: "Homeward",
  oneLiner: "Send money home to family abroad in stablecoins, for almost no fee.",
  description:
    "A remittance app for migrant workers. Stablecoins settle within seconds, and families cash out to mobile money.",
};

async function derived(): Promise<Map<string, CatalogDerived>> {
  const found = new Map<string, CatalogDerived>();
  for await (const rows of at.catalog.derived()) for (const row of rows) found.set(row.slug, row);
  return found;
}

/** A project as the service shows it. */
async function shown(slug: string) {
  const serving = await openServing({ dataDir: at.dataDir, workers: 0 });
  try {
    const answer = await serving.execute("getProject", { slug });
    return (typeof answer === "string" ? JSON.parse(answer) : answer) as ProjectDetails;
  } finally {
    await serving.close();
  }
}

const scanOf = (fields: Partial<CatalogScan> = {}): CatalogScan => ({
  slug: "remit",
  repository: "https://github.com/example/homeward",
  revision: "a".repeat(40),
  capturedAt: "2026-01-02T00:00:00.000Z",
  extractorVersion: "scan-1",
  outcome: "scanned",
  builtWith: builtWithRecordSchema.parse({
    languages: [{ name: "Rust", confidence: 0.9, evidence: "12 files" }],
  }),
  repoSummary: {
    text: "Sends money home.",
    truncated: false,
    sourceRevision: "a".repeat(40),
    sourceInferred: false,
    extractorVersion: "scan-1",
  },
  ...fields,
});

describe("categories and tags", () => {
  it("are derived where the import has none, shown, and stored separately in the catalog", async () => {
    await at.putProjects(remittance);
    await at.publish();
    const row = (await derived()).get("remit")!;
    expect(row.categories).toMatchObject({ primaryKey: "stablecoin-rails" });
    expect(row.tags!.problemTags.length + row.tags!.solutionTags.length).toBeGreaterThan(0);
    expect(await shown("remit")).toMatchObject({ categories: row.categories, tags: row.tags });
  });

  it("give way to imported ones at the next publish", async () => {
    await at.putProjects(remittance);
    await at.publish();
    const tags = {
      problemTags: ["fees"],
      solutionTags: [],
      primitives: [],
      techStack: [],
      targetUsers: [],
    };
    const categories = { primaryKey: "payments-checkout", confidence: "high" as const };
    await at.putProjects({ ...remittance, tags, categories });
    await at.publish();
    expect((await derived()).has("remit")).toBe(false);
    const project = await shown("remit");
    expect(project.tags).toEqual(tags);
    expect(project.categories).toMatchObject(categories);
  });

  it("do not count as a change when written: there is nothing to publish afterwards", async () => {
    await at.putProjects(remittance);
    await at.publish();
    expect((await at.publish()).changed).toBe(false);
  });
});

describe("scans", () => {
  const linked = { ...remittance, links: { github: "https://github.com/Example/Homeward/tree/main" } };

  it("fill in tools and the repository's summary, and mark the code as public", async () => {
    await at.putProjects(linked);
    await at.publish();
    expect(await shown("remit")).toMatchObject({ builtWith: null, evidenceSummaries: { repoSummary: null } });
    await at.catalog.saveScan(scanOf());
    expect((await at.publish()).changed).toBe(true);
    expect(await shown("remit")).toMatchObject({
      links: { repoPublic: true },
      builtWith: { languages: [{ name: "Rust", evidence: "12 files" }] },
      evidenceSummaries: { repoSummary: { text: "Sends money home." } },
    });
  });

  it("never replace imported values", async () => {
    const builtWith = builtWithRecordSchema.parse({ languages: [{ name: "Go" }] });
    await at.putProjects({ ...linked, builtWith, links: { ...linked.links, repoPublic: false } });
    await at.catalog.saveScan(scanOf());
    await at.publish();
    expect(await shown("remit")).toMatchObject({
      links: { repoPublic: false },
      builtWith: { languages: [{ name: "Go" }] },
    });
  });

  it("of a repository that the project no longer links to are ignored", async () => {
    await at.putProjects({ ...linked, links: { github: "https://github.com/example/another" } });
    await at.catalog.saveScan(scanOf());
    await at.publish();
    expect((await shown("remit")).builtWith).toBeNull();
  });
});

describe("clusters", () => {
  const many = () => Array.from({ length: 60 }, (_, i) => projectOf(i));

  it("keep keys and labels between publishes; reclustering makes new keys", async () => {
    await at.putProjects(...many());
    await at.publish();
    const before = (await shown(projectOf(1).slug)).cluster!;
    expect(before.key).toMatch(/^v1-c\d+$/);
    await at.putProjects(projectOf(100));
    await at.publish();
    expect((await shown(projectOf(1).slug)).cluster).toEqual(before);
    expect((await shown(projectOf(100).slug)).cluster?.key).toMatch(/^v1-c\d+$/);
    await at.publish({ recluster: true });
    expect((await shown(projectOf(1).slug)).cluster?.key).toMatch(/^v2-c\d+$/);
    await at.put(documentOf(1));
    await at.publish();
    expect((await shown(projectOf(1).slug)).cluster?.key).toMatch(/^v2-c\d+$/);
  });

  it("clusters and the map state the embedder and the version of its texts, so that both adapt to others", async () => {
    await at.putProjects(...many());
    await at.publish();
    const { segments } = dataDirectory(at.dataDir);
    const { clusters, landscape } = at.manifest();
    const stated = new RegExp(`^fitted:.*, texts ${projectTextVersion}(?:, categories .*)?$`);
    const map = readSections<LandscapeMeta>(
      join(segments, `${landscape!.file}.seg`),
      landscapeKind,
      new Arena(1 << 16),
    );
    expect(readClusters(segments, clusters!.file).embedder).toMatch(stated);
    expect(map.meta.embedder).toMatch(stated);
  });

  it("the whole projects segment and the map are unchanged when only documents change", async () => {
    await at.putProjects(...many());
    await at.put(...Array.from({ length: 40 }, (_, i) => documentOf(i)));
    await at.publish();
    const files = () =>
      [...publishedFiles(at.dataDir).keys()].filter((name) => /projects-|clusters-|landscape-/.test(name));
    const before = files();
    expect(before).toHaveLength(4);
    await at.put(documentOf(50));
    expect((await at.publish()).changed).toBe(true);
    expect(files()).toEqual(before);
  });

  it.each([0, 1, 2, 10])("and everything else is published for %i projects", async (count) => {
    await at.putProjects(...Array.from({ length: count }, (_, i) => projectOf(i)));
    expect(await at.publish()).toMatchObject({ projects: count, missingVectors: 0 });
    expect((await at.publish()).changed).toBe(false);
  });

  it("projects without text are published and categorised as insufficient", async () => {
    await at.putProjects({ slug: "silent", name: "?" }, ...many());
    await at.publish();
    expect(await shown("silent")).toMatchObject({
      cluster: null,
      categories: { primaryKey: "insufficient-information" },
    });
  });
});
