/** What changes under a running server: withdrawals, sources turned excerpt-only, publishes, rollbacks. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { start } from "./cli-harness.ts";
import { demoProjects, slugsOf } from "./harness/demo-projects.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { useService } from "./harness/service.ts";

const service = useService({ env: { PRIORART_LIMIT_CONCURRENCY: "0" } });
const project = "pillbox-radio";
/** A document of the source plumbline, longer than an excerpt. */
const openDocument = "Post-mortem: the price of";
let documentId: string;

const projectStatus = async (slug: string) =>
  (await service().ask("getProject", { params: { slug } })).status;
const corpusRevision = async () => (await service().searchProjects({ limit: 1 })).results[0]!.corpusRevision;
const read = (id: string) => service().get("readDocument", { params: { documentId: id } });

/** Runs a command: a request sent a second after it has ended must see the change, sooner ones may. */
async function changes(args: string[], look: () => Promise<unknown>, expected: unknown): Promise<void> {
  await priorart(service().data, ...args);
  const ended = performance.now();
  for (;;) {
    const isLate = performance.now() - ended > 1_000;
    const seen = await look();
    if (isLate || isDeepStrictEqual(seen, expected)) return expect(seen).toEqual(expected);
    await pause(10);
  }
}

describe("within a second", () => {
  it("a removed project is gone, from details, searches, facets and filter values", async () => {
    const before = await service().get("getFilters");
    const revision = await corpusRevision();
    const request = { query: "medication reminders", includeFacets: true };
    expect((await service().searchProjects(request)).results[0]!.slug).toBe(project);
    await changes(["remove", "project", project], () => projectStatus(project), 404);
    const after = await service().searchProjects({ ...request, limit: 25 });
    expect(slugsOf(after.results)).not.toContain(project);
    expect(JSON.stringify(after.facets)).not.toContain(`"${project}"`);
    expect((await service().searchProjects({})).totalFound).toBe(demoProjects.length - 1);
    const { hackathons } = await service().get("getFilters");
    const countOf = (list: typeof hackathons) =>
      list.find(({ slug }) => slug === "commons-2024")!.projectCount;
    expect(countOf(hackathons)).toBe(countOf(before.hackathons) - 1);
    expect(await corpusRevision()).not.toBe(revision);
  });

  it("a removed document is gone, from reading and searching", async () => {
    const request = { query: "medication reminders by phone", minSimilarity: 0 };
    const found = (await service().searchArchives(request)).results[0]!;
    const countOf = async () => {
      const { archiveSources } = await service().get("getFilters");
      return archiveSources.find(({ key }) => key === found.source)!.documentCount!;
    };
    const before = await countOf();
    const revision = await corpusRevision();
    await changes(
      ["remove", "document", found.documentId],
      async () => (await service().ask("readDocument", { params: { documentId: found.documentId } })).status,
      404,
    );
    const { results } = await service().searchArchives({ ...request, limit: 10, maxDocsPerSource: 0 });
    expect(results.map((hit) => hit.documentId)).not.toContain(found.documentId);
    expect(await countOf()).toBe(before - 1);
    expect(await corpusRevision()).not.toBe(revision);
  });

  it("a source turned excerpt-only shows only excerpts", async () => {
    const { results } = await service().searchArchives({ query: "oracle price", sources: ["plumbline"] });
    const document = results.find(({ title }) => title.startsWith(openDocument))!;
    documentId = document.documentId;
    expect((await read(documentId)).isExcerpt).toBe(false);
    const file = join(service().data, "restricted.yaml");
    await writeFile(
      file,
      "- { key: plumbline, label: Plumbline Security Reports, kind: security, access: excerpt }\n",
    );
    await changes(["import", "sources", file], async () => (await read(documentId)).isExcerpt, true);
    const page = await read(documentId);
    expect(page).toMatchObject({
      restricted: true,
      totalChars: 1_000,
      hasMore: false,
      excerptNote: expect.any(String),
    });
    const readable = page.content.replaceAll(/\s+/g, " ");
    const again = await service().searchArchives({
      query: "oracle price",
      sources: ["plumbline"],
      maxChunksPerDoc: 4,
    });
    for (const { documentId: id, snippet, title } of again.results)
      if (id === documentId)
        expect(`${readable} … ${title}`).toContain(
          snippet.replaceAll("…", "").replaceAll(/\s+/g, " ").trim(),
        );
  });

  it("of a start too", async () => {
    await service().restart();
    expect(await projectStatus(project)).toBe(404);
    expect((await read(documentId)).isExcerpt).toBe(true);
  });
});

describe("a publish while requests run", () => {
  it("drops and mixes none: every response is from one snapshot, and the new one is served within seconds", async () => {
    const file = join(service().data, "newcomer.jsonl");
    const record = { slug: "newcomer", name: "Newcomer", oneLiner: "Reminds people of medication by pigeon" };
    await writeFile(file, `${JSON.stringify(record)}\n`);
    await priorart(service().data, "import", "projects", file);
    const totals = new Map<string, Set<number>>();
    let seen = false;
    const ask = async () => {
      while (!seen) {
        const { results, totalFound, facets } = await service().searchProjects({
          limit: 25,
          includeFacets: true,
        });
        const revisions = new Set(results.map(({ corpusRevision }) => corpusRevision!));
        expect(revisions.size).toBe(1);
        const [revision] = revisions;
        totals.set(revision!, (totals.get(revision!) ?? new Set()).add(totalFound));
        const counted = facets!.hackathons!.reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(totalFound);
        seen = totals.size > 1;
      }
    };
    const askArchive = async () => {
      while (!seen) {
        const { results } = await service().searchArchives({ query: "settlement", minSimilarity: 0 });
        for (const { documentId } of results.slice(0, 2))
          expect((await read(documentId)).documentId).toBe(documentId);
      }
    };
    const asking = Promise.all([ask(), ask(), askArchive()]);
    const publish = start(["publish", "--data", service().data]);
    await asking;
    expect((await publish.finished).code).toBe(0);
    expect([...totals.values()].map((set) => [...set])).toEqual([
      [demoProjects.length - 1],
      [demoProjects.length],
    ]);
    expect(await projectStatus("newcomer")).toBe(200);
    expect(await projectStatus(project)).toBe(404);
    const { results } = await service().searchProjects({ query: "medication by pigeon" });
    expect(results[0]!.slug).toBe("newcomer");
  });

  it("is undone by a rollback; withdrawn records stay withdrawn, and the next publish restores the rest", async () => {
    await priorart(service().data, "publish", "--rollback");
    await expect.poll(() => projectStatus("newcomer")).toBe(404);
    expect(await projectStatus(project)).toBe(404);
    expect((await read(documentId)).isExcerpt).toBe(true);
    expect((await service().searchProjects({})).totalFound).toBe(demoProjects.length - 1);
    await priorart(service().data, "publish");
    await expect.poll(() => projectStatus("newcomer")).toBe(200);
  });

  it("restores a removed project that was imported again", async () => {
    const file = join(service().data, "again.jsonl");
    const { record } = demoProjects.find(({ slug }) => slug === project)!;
    await writeFile(file, `${JSON.stringify(record)}\n`);
    await priorart(service().data, "import", "projects", file);
    await priorart(service().data, "publish");
    await expect.poll(() => projectStatus(project)).toBe(200);
    const { results } = await service().searchProjects({ query: record.name });
    expect(results[0]!.slug).toBe(project);
  });
});
