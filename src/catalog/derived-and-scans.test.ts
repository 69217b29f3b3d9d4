import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseAt } from "../database/database-at.case.ts";
import { migrateForward } from "../database/migrate.ts";
import { openSqlite } from "../database/sqlite/sqlite.ts";
import { type Catalog, openCatalog } from "./catalog.ts";
import { hashProject } from "./content-hash.ts";
import { type CatalogTables, catalogMigrations } from "./tables.ts";
import { type CatalogDerived, type CatalogScan, scanOutcomes } from "./types.ts";

let folder: string;
let path: string;
let catalog: Catalog;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "priorart-derived-"));
  path = join(folder, "catalog.db");
  catalog = await openCatalog(databaseAt(path));
});
afterEach(async () => {
  await catalog.close();
  rmSync(folder, { recursive: true, force: true });
});

function saveProjects(slugs: readonly string[]): Promise<void> {
  return catalog.write(async (writer) => {
    await writer.mentionHackathon({ slug: "jam", name: null, startDate: null, projects: [] });
    await writer.saveProjects(
      slugs.map((slug) => {
        const record = { slug, name: slug };
        return { record, hackathonSlug: "jam", contentHash: hashProject(record) };
      }),
    );
  });
}

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

function derived(slug: string, changed: Partial<CatalogDerived> = {}): CatalogDerived {
  const tags = {
    problemTags: ["late payment"],
    solutionTags: [],
    primitives: [],
    techStack: ["rust"],
    targetUsers: [],
  };
  return { slug, tags, categories: null, version: "1", ...changed };
}

function scan(slug: string, changed: Partial<CatalogScan> = {}): CatalogScan {
  const none = { frameworks: [], chains: [], protocols: [], services: [], tooling: [], standards: [] };
  return {
    slug,
    repository: `https://example.org/${slug}`,
    revision: "0f".repeat(20),
    capturedAt: "2025-01-01T00:00:00.000Z",
    extractorVersion: "1",
    outcome: "scanned",
    builtWith: { schemaVersion: 1, languages: [{ name: "Rust", confidence: 0.9 }], ...none },
    repoSummary: {
      text: "# What it is",
      truncated: false,
      sourceRevision: "0f".repeat(20),
      sourceInferred: false,
      extractorVersion: "1",
    },
    ...changed,
  };
}

const slugs = Array.from({ length: 2_300 }, (_, i) => `p${String(i).padStart(4, "0")}`);

describe("rows derived by publish", () => {
  it("are read back by slug across pages, and replacing them writes only the differences", async () => {
    await saveProjects(slugs);
    const rows = slugs.map((slug) => derived(slug));
    expect(await catalog.replaceDerived(rows.toReversed())).toEqual({ written: 2_300, removed: 0 });
    expect(await all(catalog.derived())).toEqual(rows);
    const categories = { version: "1", primaryKey: "a", secondaryKey: null, confidence: "low" } as const;
    const next = [...rows.slice(0, 1_200), derived(slugs[1_200]!, { tags: null, categories })];
    expect(await catalog.replaceDerived(next)).toEqual({ written: 1, removed: 1_099 });
    expect(await all(catalog.derived())).toEqual(next);
    expect(await catalog.replaceDerived(next)).toEqual({ written: 0, removed: 0 });
  });

  it("leave the change counter and the projects unchanged", async () => {
    await saveProjects(["a", "b"]);
    const before = [
      await catalog.changeCounter(),
      await all(catalog.projects()),
      await catalog.importTimes(),
    ];
    await catalog.replaceDerived([derived("a"), derived("b", { version: "2" })]);
    await catalog.replaceDerived([]);
    const after = [await catalog.changeCounter(), await all(catalog.projects()), await catalog.importTimes()];
    expect(after).toEqual(before);
  });

  it("skip projects that no longer exist, and are deleted with a withdrawn project", async () => {
    await saveProjects(["a", "b"]);
    expect(await catalog.replaceDerived([derived("a"), derived("b"), derived("ghost")])).toMatchObject({
      written: 2,
    });
    await catalog.withdrawProject("a");
    expect((await all(catalog.derived())).map((row) => row.slug)).toEqual(["b"]);
  });

  it("remain through a new import of their project; publish decides on them", async () => {
    await saveProjects(["a"]);
    await catalog.replaceDerived([derived("a")]);
    await saveProjects(["a"]);
    expect(await all(catalog.derived())).toEqual([derived("a")]);
  });

  it("equal the last input, whatever was there before", async () => {
    const names = ["a", "b", "c", "d"];
    await saveProjects(names);
    const rows = fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom("1", "2")), {
        selector: ([slug]) => slug,
      })
      .map((pairs) => pairs.map(([slug, version]) => derived(slug, { version })));
    await fc.assert(
      fc.asyncProperty(rows, async (handed) => {
        await catalog.replaceDerived(handed);
        expect(await all(catalog.derived())).toEqual(handed.toSorted((x, y) => (x.slug < y.slug ? -1 : 1)));
      }),
      { numRuns: 40 },
    );
  });
});

describe("scans", () => {
  it("are read back as saved, by slug across pages, whatever their outcome", async () => {
    const some = slugs.slice(0, 450);
    await saveProjects(some);
    const scans = some.map((slug, i) => {
      const outcome = scanOutcomes[i % scanOutcomes.length]!;
      const nothing = { revision: null, builtWith: null, repoSummary: null };
      return scan(slug, outcome === "scanned" ? {} : { outcome, ...nothing });
    });
    await catalog.write(async (writer) => {
      for (const one of scans.toReversed()) await writer.saveScan(one);
    });
    expect(await all(catalog.scans())).toEqual(scans);
    const states = scans.map(({ slug, repository, outcome }) => ({ slug, repository, outcome }));
    expect(await all(catalog.scanStates())).toEqual(states);
    expect(await catalog.scan(scans.at(-1)!.slug)).toEqual(scans.at(-1));
    expect(await catalog.scan("nobody")).toBeNull();
  });

  it("count as a change if and only if they differ from the one before", async () => {
    await saveProjects(["a"]);
    const counter = await catalog.changeCounter();
    expect(await catalog.saveScan(scan("a"))).toBe("inserted");
    expect(await catalog.saveScan(scan("a"))).toBe("unchanged");
    expect(await catalog.changeCounter()).toBe(counter + 1);
    expect(await catalog.saveScan(scan("a", { revision: "00" }))).toBe("updated");
    expect(await catalog.changeCounter()).toBe(counter + 2);
    expect(await all(catalog.scans())).toEqual([scan("a", { revision: "00" })]);
  });

  it("of an unknown project are refused by name, and are deleted with a withdrawn one", async () => {
    await expect(catalog.saveScan(scan("ghost"))).rejects.toThrow(/has no project "ghost": import it/);
    await saveProjects(["a"]);
    await catalog.saveScan(scan("a"));
    await catalog.withdrawProject("a");
    expect(await all(catalog.scans())).toEqual([]);
  });
});

describe("a catalog of the first schema", () => {
  it("is migrated with all its content", async () => {
    const old = join(folder, "old.db");
    const db = await openSqlite<CatalogTables>(old);
    await migrateForward(db, catalogMigrations.slice(0, 1), { what: old });
    await db.insertInto("hackathon").values({ slug: "jam", current: 0, declared: 0 }).execute();
    const project = {
      slug: "a",
      hackathon: "jam",
      created_at: "2024-01-01T00:00:00.000Z",
      content_hash: "x",
    };
    await db
      .insertInto("project")
      .values({ ...project, record: '{"slug":"a","name":"A"}' })
      .execute();
    await sql`update state set value = '7' where name = 'changes'`.execute(db);
    await db.destroy();
    const opened = await openCatalog(old);
    try {
      expect(await opened.changeCounter()).toBe(7);
      expect(await all(opened.projects())).toMatchObject([{ slug: "a", record: { name: "A" } }]);
      expect(await all(opened.derived())).toEqual([]);
      expect(await all(opened.scans())).toEqual([]);
      await opened.saveScan(scan("a"));
      await opened.replaceDerived([derived("a")]);
      expect(await all(opened.scans())).toEqual([scan("a")]);
      expect(await all(opened.derived())).toEqual([derived("a")]);
    } finally {
      await opened.close();
    }
  });
});
