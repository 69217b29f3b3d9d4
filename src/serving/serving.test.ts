import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ArchiveDocumentPage, SearchArchivesResponse } from "../contract/api/archive.ts";
import type { FiltersResponse } from "../contract/api/filters.ts";
import type { SnapshotOperationId } from "../contract/api/operations.ts";
import type { SearchProjectsResponse } from "../contract/api/search-projects.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { collectGarbage } from "../memory/collect-garbage.ts";
import { rollback } from "../publish/publish.ts";
import {
  documentOf,
  documentsOf,
  openWorkbench,
  projectOf,
  projectsOf,
  type Workbench,
} from "../publish/workbench.case.ts";
import { openServing, type Serving, type ServingOptions } from "./serving.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
});
afterEach(() => at.close());

/** When each serving asked the catalog for its change counter. */
const polls = new WeakMap<Serving, number[]>();

async function serve(options: Partial<ServingOptions> = {}): Promise<Serving> {
  const asked: number[] = [];
  const catalog: ServingOptions["catalog"] = {
    changeCounter: () => {
      asked.push(performance.now());
      return at.catalog.changeCounter();
    },
    overlay: (after) => at.catalog.overlay(after),
  };
  const serving = await openServing({ dataDir: at.dataDir, catalog, workers: 0, ...options });
  polls.set(serving, asked);
  onTestFinished(() => serving.close());
  return serving;
}

/**
 * Until a poll that began after now has ended. Two of them take half of the promised second; a test in seconds would
 * measure how busy the machine is.
 */
async function polled(serving: Serving): Promise<void> {
  const asked = polls.get(serving)!;
  const before = asked.length;
  await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(before + 2), swapped);
}

async function ask<T>(serving: Serving, operation: SnapshotOperationId, input: object = {}): Promise<T> {
  const answer = await serving.execute(operation, input);
  return (typeof answer === "string" ? JSON.parse(answer) : answer) as T;
}

const searchArchive = (serving: Serving, query: string) =>
  ask<SearchArchivesResponse>(serving, "searchArchives", {
    query,
    limit: 10,
    offset: 0,
    maxChunksPerDoc: 1,
    maxDocsPerSource: 0,
    intent: "docs",
    minSimilarity: 0.2,
  });

const browse = (serving: Serving) =>
  ask<SearchProjectsResponse>(serving, "searchProjects", {
    query: "",
    limit: 25,
    offset: 0,
    diversify: false,
    includeFacets: false,
    facets: [],
    facetTopK: 8,
    includeDiagnostics: false,
  });

const read = (serving: Serving, documentId: string, maxChars = 8000) =>
  ask<ArchiveDocumentPage>(serving, "readDocument", { documentId, offset: 0, maxChars });

const statusOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 200,
    (error) => error.status as number,
  );

/** A new snapshot is read by a thread that must be started first. */
const swapped = { timeout: 30_000, interval: 20 };

describe.each([0, 2])("serving with %i workers", (workers) => {
  it("reports that nothing is published yet, and serves the first snapshot once it is published", async () => {
    const serving = await serve({ workers });
    expect(serving.ready()).toBe(false);
    expect(serving.snapshot()).toBeNull();
    await expect(browse(serving)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
    await at.put(...documentsOf(0, 3));
    await at.publish();
    await vi.waitFor(() => expect(serving.ready()).toBe(true), swapped);
    expect(serving.snapshot()).toMatchObject({ id: "000001", projects: 0, documents: 3 });
    expect((await read(serving, documentOf(1).documentId)).title).toBe(documentOf(1).title);
  });

  it("answers every operation, and answers NOT_FOUND for unknown ids", async () => {
    await at.put(...documentsOf(0, 12));
    await at.putProjects(...projectsOf(0, 6));
    await at.publish();
    const serving = await serve({ workers });
    expect((await browse(serving)).totalFound).toBe(6);
    expect(await ask(serving, "getProject", { slug: "project-2" })).toMatchObject({ name: "Project 2" });
    expect((await ask<FiltersResponse>(serving, "getFilters")).archiveSources).toHaveLength(3);
    expect(await ask(serving, "getCategories")).toHaveProperty("categories");
    const { results } = await searchArchive(serving, documentOf(4).title);
    expect(results.map(({ documentId }) => documentId)).toContain(documentOf(4).documentId);
    const notFound = { code: "NOT_FOUND", status: 404 };
    await expect(read(serving, "ffffffff-ffff-4fff-8fff-ffffffffffff")).rejects.toMatchObject(notFound);
    await expect(ask(serving, "getProject", { slug: "nobody" })).rejects.toMatchObject(notFound);
  });

  it("swaps to new snapshots under load: no request fails, each is answered from a single snapshot", async () => {
    // Snapshot n contains n + 2 projects, all named after n: an answer that mixes two would show.
    const publishRound = async (round: number) => {
      await at.putProjects(
        ...projectsOf(0, round + 2).map((project) => ({ ...project, name: `Round ${round}` })),
      );
      await at.publish({ keep: 0 });
    };
    await publishRound(0);
    const serving = await serve({ workers });
    const rounds = new Set<number>();
    let publishing = true;
    let asked = 0;
    const caller = async () => {
      while (publishing) {
        const answer = await browse(serving);
        const [{ name, corpusRevision } = { name: "", corpusRevision: "" }] = answer.results;
        const round = Number(name.replace("Round ", ""));
        expect(answer.results.map((result) => [result.name, result.corpusRevision])).toEqual(
          Array(round + 2).fill([name, corpusRevision]),
        );
        expect(answer.totalFound).toBe(round + 2);
        rounds.add(round);
        asked++;
        await new Promise(setImmediate);
      }
    };
    const callers = Promise.all(Array.from({ length: 6 }, caller));
    for (let round = 1; round <= 3; round++) {
      await publishRound(round);
      await vi.waitFor(() => expect(rounds).toContain(round), swapped);
    }
    publishing = false;
    await callers;
    expect([...rounds].sort()).toEqual([0, 1, 2, 3]);
    expect(asked).toBeGreaterThan(20);
  });

  it("hides a withdrawn project and document within a second, also after a rollback to an older snapshot", async () => {
    await at.put(...documentsOf(0, 8));
    await at.putProjects(...projectsOf(0, 4));
    await at.publish();
    await at.putProjects(projectOf(4));
    await at.publish();
    const serving = await serve({ workers });
    const gone = documentOf(3);
    const expectHidden = async () => {
      expect(await statusOf(read(serving, gone.documentId))).toBe(404);
      expect(await statusOf(ask(serving, "getProject", { slug: "project-1" }))).toBe(404);
      const { results } = await searchArchive(serving, gone.title);
      expect(results.map(({ documentId }) => documentId)).not.toContain(gone.documentId);
      expect((await browse(serving)).results.map(({ slug }) => slug)).not.toContain("project-1");
    };
    expect(await statusOf(read(serving, gone.documentId))).toBe(200);
    await at.catalog.withdrawDocument(gone.documentId);
    await at.catalog.withdrawProject("project-1");
    await polled(serving);
    await expectHidden();
    const filters = await ask<FiltersResponse>(serving, "getFilters");
    expect(filters.archiveSources.reduce((sum, { documentCount }) => sum + (documentCount ?? 0), 0)).toBe(7);

    await rollback(at.dataDir);
    await vi.waitFor(() => expect(serving.snapshot()?.id).toBe("000001"), swapped);
    await expectHidden();
  });

  it("limits documents to an excerpt within a second of a source becoming excerpt-only, until it is open again", async () => {
    const long = documentOf(0, { content: "A long passage about remittances. ".repeat(100) });
    await at.put(long);
    await at.publish();
    const serving = await serve({ workers });
    expect(await read(serving, long.documentId)).toMatchObject({ restricted: false, totalChars: 3_400 });
    await at.putSource({ key: "essays", access: "excerpt" });
    await polled(serving);
    expect(await read(serving, long.documentId)).toMatchObject({ restricted: true, totalChars: 1_000 });
    await at.putSource({ key: "essays", access: "open" });
    await polled(serving);
    expect(await read(serving, long.documentId)).toMatchObject({ restricted: false, totalChars: 3_400 });
  });

  it("changes corpusRevision with each withdrawal only, and to the same value after a restart", async () => {
    await at.put(...documentsOf(0, 4));
    await at.putProjects(...projectsOf(0, 4));
    await at.publish();
    const serving = await serve({ workers });
    const revision = async () => (await browse(serving)).results[0]!.corpusRevision!;
    const published = await revision();
    expect(published).toBe(at.manifest().corpusRevision);
    const seen = new Set([published]);
    const moves = async () => {
      await polled(serving);
      expect(seen).not.toContain(await revision());
      seen.add(await revision());
    };
    await at.catalog.withdrawProject("project-1");
    await moves();
    await at.catalog.withdrawDocument(documentOf(2).documentId);
    await moves();
    const now = await revision();
    // Neither a record that is not in the snapshot nor an excerpt-only source changes it.
    await at.catalog.withdrawProject("nobody-has-this-slug");
    await at.catalog.write((writer) =>
      writer.declareSource({ key: "essays", label: "Essays", kind: "essays", access: "excerpt" }),
    );
    await serving.refresh();
    expect(await revision()).toBe(now);
    expect(serving.snapshot()!.corpusRevision).toBe(now);
    const restarted = await serve({ workers: 0 });
    expect((await browse(restarted)).results[0]!.corpusRevision).toBe(now);
  });

  it("shows a withdrawn record again once it is imported and published, changed or not", async () => {
    await at.put(...documentsOf(0, 8));
    await at.putProjects(...projectsOf(0, 4));
    await at.publish();
    const serving = await serve({ workers });
    const { documentId } = documentOf(2);
    const statuses = async () => [
      await statusOf(read(serving, documentId)),
      await statusOf(ask(serving, "getProject", { slug: "project-2" })),
    ];
    for (const fields of [{}, { title: "Another title" }]) {
      await at.catalog.withdrawDocument(documentId);
      await at.catalog.withdrawProject("project-2");
      await polled(serving);
      expect(await statuses()).toEqual([404, 404]);
      await at.put(documentOf(2, fields));
      await at.putProjects(projectOf(2));
      // Not before it is published, not even after a restart: the withdrawn version may have had another text.
      const restarted = await serve({ workers });
      expect(await statusOf(read(restarted, documentId))).toBe(404);
      expect(await statuses()).toEqual([404, 404]);
      await at.publish();
      await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200]), swapped);
    }
    expect((await read(serving, documentId)).title).toBe("Another title");
    expect((await browse(serving)).totalFound).toBe(4);
    // Earlier snapshots hold the withdrawn version, which stays hidden in them.
    await rollback(at.dataDir);
    await rollback(at.dataDir);
    await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404]), swapped);
  });
});

describe("serving", () => {
  it("asks for changes every 250 ms, so that a withdrawal takes effect within a second", async () => {
    await at.put(documentOf(0));
    await at.publish();
    const asked = polls.get(await serve())!;
    const pauses = () => asked.slice(1).map((time, i) => time - asked[i]!);
    // The shortest pause, since a busy machine only makes them longer.
    await vi.waitFor(() => expect(Math.min(...pauses())).toBeLessThan(400), swapped);
    expect(Math.min(...pauses())).toBeGreaterThan(200);
  });

  it("keeps serving the current snapshot and reports why when the next one cannot be read", async () => {
    await at.put(...documentsOf(0, 4));
    await at.publish();
    const problems: string[] = [];
    const serving = await serve({ onProblem: (problem) => problems.push(problem.message) });
    await at.put(documentOf(4));
    await at.publish();
    const added = at.manifest().archive.segments.at(-1)!.file;
    const path = join(dataDirectory(at.dataDir).segments, `${added}.seg`);
    const kept = readFileSync(path);
    rmSync(path);
    await serving.refresh();
    expect(serving.snapshot()?.id).toBe("000001");
    expect(problems[0]).toContain(`${path}: cannot be opened. Run "priorart publish"`);
    expect(await statusOf(read(serving, documentOf(1).documentId))).toBe(200);
    // Withdrawals still take effect.
    await at.catalog.withdrawDocument(documentOf(1).documentId);
    await polled(serving);
    expect(await statusOf(read(serving, documentOf(1).documentId))).toBe(404);
    expect(kept.length).toBeGreaterThan(0);
    await at.publish();
    await serving.refresh();
    expect(serving.snapshot()?.id).toBe("000003");
  });

  it("keeps its threads on the current snapshot when they cannot attach to the next one", async () => {
    await at.put(...documentsOf(0, 4));
    await at.publish();
    const problems: string[] = [];
    const serving = await serve({ workers: 2, onProblem: (problem) => problems.push(problem.message) });
    await at.put(documentOf(4));
    await at.publish();
    const added = at.manifest().archive.segments.at(-1)!.file;
    const path = join(dataDirectory(at.dataDir).segments, `${added}.txt`);
    rmSync(path);
    await serving.refresh();
    expect(serving.snapshot()?.id).toBe("000001");
    expect(problems[0]).toContain(`${path}: cannot be opened`);
    expect(await statusOf(read(serving, documentOf(1).documentId))).toBe(200);
  });

  it("keeps serving when the catalog cannot be read, and picks up a new snapshot once it can", async () => {
    await at.put(documentOf(0));
    await at.publish();
    let broken = false;
    const catalog: ServingOptions["catalog"] = {
      changeCounter: () => (broken ? Promise.reject(new Error("busy")) : at.catalog.changeCounter()),
      overlay: () => (broken ? Promise.reject(new Error("busy")) : at.catalog.overlay()),
    };
    const problems: string[] = [];
    const serving = await serve({ catalog, onProblem: ({ message }) => problems.push(message) });
    broken = true;
    await at.put(documentOf(1));
    await at.publish();
    await serving.refresh();
    expect(problems).toContain("busy");
    expect(serving.snapshot()?.id).toBe("000001");
    expect(await statusOf(read(serving, documentOf(0).documentId))).toBe(200);
    broken = false;
    await serving.refresh();
    await serving.refresh();
    expect(serving.snapshot()?.id).toBe("000002");
  });

  it("reports every snapshot that becomes current, with its live counts", async () => {
    const seen: object[] = [];
    await at.put(...documentsOf(0, 20));
    await at.publish();
    const serving = await serve({ onSnapshot: (snapshot) => seen.push(snapshot) });
    await at.catalog.withdrawDocument(documentOf(0).documentId);
    await at.put(documentOf(30));
    await at.publish();
    await serving.refresh();
    expect(seen).toEqual([
      expect.objectContaining({ id: "000001", documents: 20 }),
      expect.objectContaining({ id: "000002", documents: 20 }),
    ]);
  });

  it("refuses requests and stops polling once it is closed", async () => {
    await at.put(documentOf(0));
    await at.publish();
    const serving = await openServing({ dataDir: at.dataDir, catalog: at.catalog, workers: 0 });
    await serving.close();
    await serving.refresh();
    expect(serving.ready()).toBe(false);
    await expect(browse(serving)).rejects.toMatchObject({ status: 503 });
  });
});

/** A shared WebAssembly memory reserves gigabytes of addresses, so each one is visible in the process's virtual size. */
function reservedGigabytes(): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/VmSize:\s+(\d+) kB/.exec(status)![1]) / 2 ** 20;
}

describe.skipIf(!existsSync("/proc/self/status")).each([0, 2])("memory with %i workers", (workers) => {
  it("of old snapshots is released after their last in-flight request", async () => {
    await at.putProjects(...projectsOf(0, 2));
    await at.publish();
    const serving = await serve({ workers });
    // Every thread takes part, so that their one-time allocations are in the baseline.
    await Promise.all(Array.from({ length: 16 }, () => browse(serving)));
    collectGarbage();
    const before = reservedGigabytes();
    for (let round = 0; round < 4; round++) {
      await at.putProjects({ ...projectOf(0), name: `Round ${round}` });
      await at.publish();
      const running = Promise.all(Array.from({ length: 8 }, () => browse(serving)));
      await serving.refresh();
      await running;
      await Promise.all(Array.from({ length: 4 }, () => browse(serving)));
    }
    // Publishing in this process allocated memories as well; the same collection frees them.
    await vi.waitFor(() => expect(reservedGigabytes()).toBeLessThan(before + 8), {
      timeout: 30_000,
      interval: 50,
    });
  });
});
