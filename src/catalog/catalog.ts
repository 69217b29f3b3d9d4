/** The catalog: the database that is the source of truth for all records. */
import type { Kysely } from "kysely";
import type { DatabaseLocation } from "../database/location.ts";
import { openDatabase } from "../database/open-database.ts";
import { bumpChangeCounter, Changes, readChangeCounter, readState } from "./changes.ts";
import { readDerived, replaceDerived } from "./derived.ts";
import { countDocumentsBySource, deleteDocument, readDocuments, readFingerprints } from "./documents.ts";
import { type CatalogFaq, listFaqs } from "./faqs.ts";
import { listHackathons } from "./hackathons.ts";
import { findUnfinishedRun, type ImportRun, listRuns } from "./import-runs.ts";
import { countLanguages, readWithoutLanguage, saveLanguages } from "./languages.ts";
import { type HoldingsCaps, type MemberHoldings, readHoldings } from "./member-holdings.ts";
import { deleteMember } from "./members.ts";
import type { Outcome } from "./outcome.ts";
import { deleteProject, readProjects } from "./projects.ts";
import { type PublishedSnapshots, readPublished, swapPublished } from "./published-snapshots.ts";
import { documentNames, projectNames, type RecordName } from "./record-names.ts";
import { type CatalogResources, listResourceHackathons, readResources } from "./resources.ts";
import { readScan, readScanStates, readScans } from "./scans.ts";
import { listSources } from "./sources.ts";
import { createSyncStore, type SyncStore } from "./sync/sync-store.ts";
import { type CatalogTables, catalogMigrations, type RecordKind } from "./tables.ts";
import type { CatalogReader, CatalogScan } from "./types.ts";
import { forgetVectors, readVectors, writeVectors } from "./vectors.ts";
import { addWithdrawal, isWithdrawn, lastWithdrawal, readOverlay } from "./withdrawals.ts";
import { CatalogWriter, recordHashes } from "./writer.ts";

export interface CatalogOptions {
  /** Clock, for tests. */
  now?: () => Date;
}

export interface Catalog extends CatalogReader {
  counts(): Promise<{ projects: number; documents: number; hackathons: number; sources: number }>;
  /** Number of documents by source; a source without any is left out. */
  documentCounts(): Promise<Map<string, number>>;
  /** Number of documents by source and language; those whose language is not known yet are left out. */
  languageCounts(): Promise<Map<string, Map<string, number>>>;
  /**
   * Runs `step` in one short transaction: all or nothing is committed. Keep it under 100 ms: other processes wait for
   * it. The change counter grows if and only if something changed. Members do not count: publish and snapshots do not
   * read them.
   */
  write<T>(step: (writer: CatalogWriter) => Promise<T>): Promise<T>;
  /** Deletes the project and hides it from every snapshot. False when the catalog did not contain it. */
  withdrawProject(slug: string): Promise<boolean>;
  /** Deletes the document and hides it from every snapshot. False when the catalog did not contain it. */
  withdrawDocument(documentId: string): Promise<boolean>;
  /** Content hashes of those of the given records that the catalog contains; does not wait for a writer. */
  hashes(kind: RecordKind, keys: readonly string[]): Promise<Map<string, string>>;
  /**
   * Replaces the stored scan of a project's repository. The change counter grows unless the scan is unchanged. Throws
   * an Error when the catalog does not contain the project.
   */
  saveScan(scan: CatalogScan): Promise<Outcome>;
  /** Names of those of the given records that the catalog contains. */
  names(kind: "project" | "document", keys: readonly string[]): Promise<Map<string, RecordName>>;
  /** Resources of a hackathon; null when none were imported. */
  resources(hackathon: string): Promise<CatalogResources | null>;
  /** Slugs of the hackathons that have resources. */
  resourceHackathons(): Promise<string[]>;
  /** All FAQs, in the order of their first import. */
  faqs(): Promise<CatalogFaq[]>;
  /** The records of the member with this e-mail (trimmed, in lower case), newest first up to the caps. */
  memberHoldings(email: string, caps: HoldingsCaps): Promise<MemberHoldings>;
  /** Deletes the member's record and its entries. False when the catalog did not contain it. */
  removeMember(email: string): Promise<boolean>;
  unfinishedRun(fingerprint: string): Promise<ImportRun | null>;
  /** Import runs, newest first. */
  importRuns(limit: number): Promise<ImportRun[]>;
  /** Removes cached vectors of all embedders but these. Returns the number removed. */
  forgetVectors(keep: readonly string[]): Promise<number>;
  /** The snapshots of a store that servers share; null before the first publish with one. */
  publishedSnapshots(): Promise<PublishedSnapshots | null>;
  /** Replaces them; false, and nothing is changed, when they are no longer `from`. */
  swapPublishedSnapshots(from: PublishedSnapshots | null, to: PublishedSnapshots): Promise<boolean>;
  /** What readings of sources leave. */
  readonly sync: SyncStore;
  close(): Promise<void>;
}

/** Opens the catalog as `openDatabase` does: a SQLite file, or a schema of a PostgreSQL database. */
export async function openCatalog(
  location: DatabaseLocation,
  options: CatalogOptions = {},
): Promise<Catalog> {
  const db = await openDatabase<CatalogTables>(location, {
    migrations: catalogMigrations,
    // A content spans several pages: larger pages need fewer reads.
    pageSize: 8192,
  });
  return catalogOver(db, options.now ?? (() => new Date()));
}

function catalogOver(db: Kysely<CatalogTables>, now: () => Date): Catalog {
  const write: Catalog["write"] = (step) =>
    db.transaction().execute(async (trx) => {
      const changes = new Changes();
      const result = await step(new CatalogWriter(trx, changes, now().toISOString()));
      if (changes.any) await bumpChangeCounter(trx);
      return result;
    });

  const withdraw = (kind: "project" | "document", key: string) =>
    db.transaction().execute(async (trx) => {
      const deleted = await (kind === "project" ? deleteProject : deleteDocument)(trx, key);
      if (!deleted && (await isWithdrawn(trx, { kind, key }))) return false;
      await addWithdrawal(trx, { kind, key }, now().toISOString());
      await bumpChangeCounter(trx);
      return deleted;
    });

  return {
    changeCounter: () => readChangeCounter(db),
    sources: () => listSources(db),
    hackathons: () => listHackathons(db),
    projects: () => readProjects(db),
    documents: (documentIds) => readDocuments(db, documentIds),
    documentFingerprints: () => readFingerprints(db),
    documentsWithoutLanguage: () => readWithoutLanguage(db),
    saveLanguages: (detected) => saveLanguages(db, detected),
    languageCounts: () => countLanguages(db),
    derived: () => readDerived(db),
    replaceDerived: (rows) => replaceDerived(db, rows),
    scans: () => readScans(db),
    scan: (slug) => readScan(db, slug),
    scanStates: () => readScanStates(db),
    saveScan: (scan) => write((writer) => writer.saveScan(scan)),
    overlay: (after) => readOverlay(db, after),
    lastWithdrawal: () => lastWithdrawal(db),
    importTimes: async () => ({
      projects: await readState(db, "projects_imported_at"),
      archive: await readState(db, "archive_imported_at"),
    }),
    cachedVectors: (embedder, hashes) => readVectors(db, embedder, hashes),
    cacheVectors: (embedder, vectors) => writeVectors(db, embedder, vectors),
    forgetVectors: (keep) => forgetVectors(db, keep),
    counts: async () => ({
      projects: await count(db, "project"),
      documents: await count(db, "document"),
      hackathons: await count(db, "hackathon"),
      sources: await count(db, "source"),
    }),
    documentCounts: () => countDocumentsBySource(db),
    write,
    withdrawProject: (slug) => withdraw("project", slug),
    withdrawDocument: (documentId) => withdraw("document", documentId),
    hashes: (kind, keys) => recordHashes[kind](db, keys),
    memberHoldings: (email, caps) => readHoldings(db, email, caps),
    removeMember: (email) => deleteMember(db, email),
    names: (kind, keys) => (kind === "project" ? projectNames : documentNames)(db, keys),
    resources: (hackathon) => readResources(db, hackathon),
    resourceHackathons: () => listResourceHackathons(db),
    faqs: () => listFaqs(db),
    unfinishedRun: (fingerprint) => findUnfinishedRun(db, fingerprint),
    importRuns: (limit) => listRuns(db, limit),
    publishedSnapshots: () => readPublished(db),
    swapPublishedSnapshots: (from, to) => db.transaction().execute((trx) => swapPublished(trx, { from, to })),
    sync: createSyncStore(db, now),
    close: () => db.destroy(),
  };
}

async function count(
  db: Kysely<CatalogTables>,
  table: "project" | "document" | "hackathon" | "source",
): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return rows;
}
