import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProjectRecord } from "../contract/records/project-record.ts";
import { databaseAt, onPostgres } from "../database/database-at.case.ts";
import { openDatabase } from "../database/open-database.ts";
import { openSqlite } from "../database/sqlite/sqlite.ts";
import { type Catalog, openCatalog } from "./catalog.ts";
import { hashDocument, hashProject } from "./content-hash.ts";
import { catalogMigrations } from "./tables.ts";
import type { CatalogDocument } from "./types.ts";

let folder: string;
let catalog: Catalog;
let clock: Date;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "priorart-catalog-"));
  clock = new Date("2025-01-01T00:00:00.000Z");
  catalog = await openCatalog(databaseAt(join(folder, "catalog.db")), { now: () => clock });
});
afterEach(async () => {
  await catalog.close();
  rmSync(folder, { recursive: true, force: true });
});

function document(index: number, changed: Partial<CatalogDocument> = {}): CatalogDocument {
  const id = `00000000-0000-5000-8000-${String(index).padStart(12, "0")}`;
  const fields = {
    documentId: id,
    source: "notes",
    title: `Note ${index}`,
    author: null,
    url: null,
    publishedAt: null,
    content: `Text of note ${index}`,
    ...changed,
  };
  return { ...fields, contentHash: hashDocument(fields) };
}

function saveDocuments(documents: CatalogDocument[]): Promise<void> {
  return catalog.write(async (writer) => {
    for (const source of new Set(documents.map((entry) => entry.source)))
      await writer.mentionSource(source, null);
    await writer.saveDocuments(documents);
  });
}

function saveProject(record: ProjectRecord, hackathonSlug = "jam"): Promise<void> {
  return catalog.write(async (writer) => {
    await writer.mentionHackathon({ slug: hackathonSlug, name: null, startDate: null, projects: [record] });
    await writer.saveProjects([{ record, hackathonSlug, contentHash: hashProject(record) }]);
  });
}

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

describe("documents", () => {
  it("are read back unchanged, ordered by source and id, across pages", async () => {
    const documents = Array.from({ length: 700 }, (_, index) =>
      document(index, { source: index % 2 === 0 ? "b" : "a", author: index % 3 === 0 ? "Ada" : null }),
    );
    await saveDocuments(documents.toReversed());
    const expected = [
      ...documents.filter((d) => d.source === "a"),
      ...documents.filter((d) => d.source === "b"),
    ];
    expect(await all(catalog.documents())).toEqual(expected);
    expect(await all(catalog.documentFingerprints())).toEqual(
      expected.map(({ documentId, source, contentHash }) => ({ documentId, source, contentHash })),
    );
    const named = [expected[650]!, expected[3]!, expected[3]!, expected[420]!].map(
      (entry) => entry.documentId,
    );
    expect(await all(catalog.documents([...named, "not-there"]))).toEqual([
      expected[3],
      expected[420],
      expected[650],
    ]);
    expect(await all(catalog.documents([]))).toEqual([]);
  });

  it("of 0 and of 5,000,000 characters are read back whole, large ones a few per page", async () => {
    const large = "ш😀 ".repeat(1_250_000);
    const documents = [0, 1, 2, 3, 4].map((index) => document(index, { content: index === 0 ? "" : large }));
    for (const entry of documents) await saveDocuments([entry]);
    const pages: number[] = [];
    for await (const page of catalog.documents()) {
      pages.push(page.length);
      for (const entry of page) expect(entry.content).toBe(entry.documentId.endsWith("0000") ? "" : large);
    }
    expect(pages.length).toBeGreaterThan(1);
  });

  it.skipIf(onPostgres)("fingerprints are read from an index only", async () => {
    const db = await openSqlite(join(folder, "catalog.db"));
    const plan = await sql<{ detail: string }>`explain query plan select document_id, source, content_hash
      from document where (source, document_id) > ('a', 'b') order by source, document_id limit 10`.execute(
      db,
    );
    await db.destroy();
    expect(plan.rows.map((row) => row.detail).join()).toMatch(/USING COVERING INDEX document_by_source/);
  });
});

describe("projects", () => {
  it("keep the time of their first import unless the record gives one", async () => {
    await saveProject({ slug: "a", name: "A" });
    clock = new Date("2025-06-01T00:00:00.000Z");
    await saveProject({ slug: "a", name: "A again" });
    await saveProject({ slug: "b", name: "B", createdAt: "2020-02-02T00:00:00Z" });
    const [a, b] = await all(catalog.projects());
    expect(a).toMatchObject({
      slug: "a",
      record: { name: "A again" },
      createdAt: "2025-01-01T00:00:00.000Z",
    });
    expect(b).toMatchObject({ createdAt: "2020-02-02T00:00:00Z", hackathonSlug: "jam" });
    expect(await catalog.importTimes()).toEqual({ projects: "2025-06-01T00:00:00.000Z", archive: null });
  });

  it("create their hackathon and its tracks, and fill in unknown fields", async () => {
    await saveProject({ slug: "a", name: "A", tracks: ["DeFi", "AI & Agents"] });
    await catalog.write((writer) =>
      writer.mentionHackathon({
        slug: "jam",
        name: "The Jam",
        startDate: "2024-01-01",
        projects: [{ slug: "b", name: "B", tracks: ["defi"], labels: ["Civic"] }],
      }),
    );
    expect(await catalog.hackathons()).toEqual([
      {
        slug: "jam",
        name: "The Jam",
        startDate: "2024-01-01",
        submissionDeadline: null,
        winnerAnnouncementDate: null,
        current: false,
        tracks: [
          { slug: "ai-agents", name: "AI & Agents" },
          { slug: "defi", name: "DeFi" },
        ],
        labels: [{ slug: "civic", name: "Civic" }],
      },
    ]);
  });
});

describe("declared hackathons and sources", () => {
  const jam = {
    slug: "jam",
    name: "Jam",
    startDate: "2024-01-01",
    tracks: [
      { slug: "zebra", name: "Zebra" },
      { slug: "apple", name: "Apple" },
    ],
  };

  it("are not overwritten by records, and keep the order of their tracks", async () => {
    await catalog.write((writer) => writer.declareHackathon(jam));
    const added = await catalog.write((writer) =>
      writer.mentionHackathon({
        slug: "jam",
        name: "Not the name",
        startDate: "1999-01-01",
        projects: [{ slug: "a", name: "A", tracks: ["Apple", "New one"] }],
      }),
    );
    expect(added).toEqual([{ kind: "track", name: "New one" }]);
    const [kept] = await catalog.hackathons();
    expect(kept).toMatchObject({ name: "Jam", startDate: "2024-01-01" });
    expect(kept!.tracks.map((track) => track.slug)).toEqual(["zebra", "apple", "new-one"]);
  });

  it("replace what records created, keep tracks that projects name, and change nothing the second time", async () => {
    await saveProject({ slug: "a", name: "A", tracks: ["Named by a project", "zebra"] });
    const declare = () => catalog.write((writer) => writer.declareHackathon(jam));
    expect(await declare()).toBe("updated");
    const counter = await catalog.changeCounter();
    expect(await declare()).toBe("unchanged");
    expect(await catalog.changeCounter()).toBe(counter);
    const [kept] = await catalog.hackathons();
    expect(kept!.tracks.map((track) => track.slug)).toEqual(["zebra", "apple", "named-by-a-project"]);
  });

  it("change nothing the second time either where the database returns projects and tracks in another order", async () => {
    await saveProject({ slug: "a", name: "A", tracks: ["Infra"] });
    await saveProject({ slug: "b", name: "B", tracks: ["DeFi", "INFRA"] });
    const declare = () => catalog.write((writer) => writer.declareHackathon(jam));
    await declare();
    await saveProject({ slug: "a", name: "A again", tracks: ["Infra"] });
    const db = await openDatabase(databaseAt(join(folder, "catalog.db")), { migrations: catalogMigrations });
    // PostgreSQL then reads small tables from their beginning, in which a changed row is the last.
    await sql`analyze`.execute(db);
    await db.destroy();
    expect(await declare()).toBe("unchanged");
  });

  it("make a source excerpt-only, and the overlay shows it immediately", async () => {
    await saveDocuments([document(1)]);
    expect((await catalog.overlay()).sourceAccess).toEqual({ notes: "open" });
    const counter = await catalog.changeCounter();
    const record = { key: "notes", label: "Notes", kind: "essays", access: "excerpt" } as const;
    expect(await catalog.write((writer) => writer.declareSource(record))).toBe("updated");
    expect(await catalog.write((writer) => writer.declareSource(record))).toBe("unchanged");
    await catalog.write((writer) => writer.mentionSource("notes", "Something else"));
    expect((await catalog.overlay()).sourceAccess).toEqual({ notes: "excerpt" });
    expect(await catalog.changeCounter()).toBe(counter + 1);
    expect(await catalog.sources()).toEqual([
      { key: "notes", label: "Notes", kind: "essays", access: "excerpt", licenceNote: null },
    ]);
  });
});

describe("withdrawals", () => {
  it("delete the record and stay in the overlay, with their change number, even after a new import", async () => {
    await saveDocuments([document(1), document(2)]);
    await saveProject({ slug: "a", name: "A" });
    const counter = await catalog.changeCounter();
    expect(await catalog.withdrawProject("a")).toBe(true);
    expect(await catalog.withdrawDocument(document(1).documentId)).toBe(true);
    expect(await catalog.changeCounter()).toBe(counter + 2);
    expect(await catalog.overlay()).toMatchObject({
      withdrawnProjects: [{ key: "a", change: counter + 1 }],
      withdrawnDocuments: [{ key: document(1).documentId, change: counter + 2 }],
    });
    expect(await catalog.lastWithdrawal()).toBe(counter + 2);
    expect(await catalog.counts()).toMatchObject({ projects: 0, documents: 1 });
    await saveProject({ slug: "a", name: "A" });
    await saveDocuments([document(1)]);
    expect((await catalog.overlay()).withdrawnProjects).toEqual([{ key: "a", change: counter + 1 }]);
    const imported = await catalog.changeCounter();
    expect(await catalog.withdrawProject("a")).toBe(true);
    expect((await catalog.overlay()).withdrawnProjects).toEqual([{ key: "a", change: imported + 1 }]);
    expect((await catalog.overlay(imported)).withdrawnProjects).toEqual([{ key: "a", change: imported + 1 }]);
    expect((await catalog.overlay(imported + 1)).withdrawnProjects).toEqual([]);
  });

  it("of an unknown record hide it too, and report that it did not exist", async () => {
    expect(await catalog.withdrawProject("ghost")).toBe(false);
    const counter = await catalog.changeCounter();
    expect(await catalog.withdrawProject("ghost")).toBe(false);
    expect(await catalog.changeCounter()).toBe(counter);
    expect((await catalog.overlay()).withdrawnProjects).toEqual([{ key: "ghost", change: counter }]);
  });
});

describe("the catalog", () => {
  it("stores nothing of a failed transaction, including its counter increment", async () => {
    const failing = catalog.write(async (writer) => {
      await writer.declareSource({ key: "x", label: "X", kind: "other", access: "open" });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await catalog.sources()).toEqual([]);
    expect(await catalog.changeCounter()).toBe(0);
  });

  it("stores vectors exactly, by embedder and text, and removes those of other embedders", async () => {
    const vector = new Float32Array([0.1, -2.5, 3e-9]);
    const long = new Float32Array(2000).subarray(7, 1543).fill(0.5);
    await catalog.cacheVectors(
      "one",
      new Map([
        ["a", vector],
        ["b", long],
      ]),
    );
    await catalog.cacheVectors("two", new Map([["a", long]]));
    const found = await catalog.cachedVectors("one", ["a", "b", "missing"]);
    expect([...found.keys()].sort()).toEqual(["a", "b"]);
    expect(found.get("a")).toEqual(vector);
    expect(found.get("b")).toEqual(long);
    expect(await catalog.forgetVectors(["one"])).toBe(1);
    expect((await catalog.cachedVectors("two", ["a"])).size).toBe(0);
    expect(await catalog.changeCounter()).toBe(0);
  });
});

describe("content hashes", () => {
  it("differ when any field of a document does", () => {
    const base = document(1);
    for (const changed of [
      { source: "other" },
      { title: "T" },
      { author: "A" },
      { url: "https://example.org" },
      { publishedAt: "2020" },
      { content: "C" },
    ]) {
      expect(document(1, changed).contentHash).not.toBe(base.contentHash);
    }
  });
});
