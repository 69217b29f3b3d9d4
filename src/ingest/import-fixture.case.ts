/** A temporary data directory with a catalog, for tests of imports. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import type { CatalogDocument, CatalogProject } from "../catalog/types.ts";
import type { ImportReport, Reject } from "./types.ts";

export interface ImportFixture {
  folder: string;
  catalog: Catalog;
  /** Moves the catalog's clock. */
  setTime(time: string): void;
  /** Writes a file into the folder and returns its path. */
  write(name: string, content: string | Uint8Array): string;
  rejects(report: ImportReport): Reject[];
  projects(): Promise<CatalogProject[]>;
  documents(): Promise<CatalogDocument[]>;
  close(): Promise<void>;
}

export async function openFixture(): Promise<ImportFixture> {
  const folder = mkdtempSync(join(tmpdir(), "priorart-import-"));
  let time = new Date("2025-01-01T00:00:00.000Z");
  const catalog = await openCatalog(join(folder, "catalog.db"), { now: () => time });
  return {
    folder,
    catalog,
    setTime: (next) => {
      time = new Date(next);
    },
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    rejects: ({ rejectsFile }) =>
      rejectsFile === null
        ? []
        : readFileSync(rejectsFile, "utf8")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line) as Reject),
    projects: () => gather(catalog.projects()),
    documents: () => gather(catalog.documents()),
    close: async () => {
      await catalog.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function toJsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

async function gather<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}
