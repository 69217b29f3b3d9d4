/** What the catalog hands to publish and to the live overlay. Times are ISO 8601 strings in UTC. */

import type { ProjectCategories, Tags } from "../contract/api/shared.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";

export interface CatalogSource {
  key: string;
  label: string;
  kind: string;
  access: "open" | "excerpt";
  licenceNote: string | null;
  /** Where it is read from, where that was said. */
  url?: string;
}

export interface CatalogHackathon {
  slug: string;
  name: string;
  startDate: string | null;
  submissionDeadline: string | null;
  winnerAnnouncementDate: string | null;
  current: boolean;
  tracks: { slug: string; name: string }[];
  labels: { slug: string; name: string }[];
}

/** A project as imported, with `createdAt` settled (given, else time of first import). */
export interface CatalogProject {
  slug: string;
  hackathonSlug: string;
  record: ProjectRecord;
  createdAt: string;
  /** SHA-256, hex, of the canonical record. */
  contentHash: string;
}

export interface CatalogDocument {
  documentId: string;
  source: string;
  title: string;
  author: string | null;
  url: string | null;
  publishedAt: string | null;
  content: string;
  /** SHA-256, hex, of everything above. */
  contentHash: string;
}

/** What publish derived for a project whose import was silent about it; null for what the import supplied. */
export interface CatalogDerived {
  slug: string;
  tags: Tags | null;
  categories: ProjectCategories | null;
  /** Names the rules and vocabularies that derived it. */
  version: string;
}

/**
 * How reading a project's repository ended. All but `scanned` leave `builtWith` and `repoSummary` null: `private`
 * is a repository that the server shows to nobody or to members only (if it was read before, names stay in
 * `builtWith`), `unreachable` one that gave no answer, `too-large` and `timed-out` were given up,
 * `not-a-repository` is a link to something else, `refused` an address that is not fetched from.
 */
export const scanOutcomes = [
  "scanned",
  "private",
  "unreachable",
  "too-large",
  "timed-out",
  "not-a-repository",
  "refused",
  "failed",
] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

/** What reading a project's repository brought, and what it was read from. */
export interface CatalogScan {
  slug: string;
  /**
   * Address that was read: when the project's link is another one now, the scan is out of date. Empty for code that
   * lies elsewhere, such as in a folder: it is not known to be public.
   */
  repository: string;
  /** Commit; null where none was read. */
  revision: string | null;
  capturedAt: string;
  extractorVersion: string;
  outcome: ScanOutcome;
  builtWith: NonNullable<ProjectRecord["builtWith"]> | null;
  repoSummary: NonNullable<NonNullable<ProjectRecord["evidenceSummaries"]>["repoSummary"]> | null;
}

/**
 * A record taken back: hidden in every snapshot made from an earlier state of the catalog, for good. A later
 * import may bring the record again; snapshots made after the withdrawal show what they hold.
 */
export interface Withdrawal {
  key: string;
  /** Value of the change counter that it brought about. */
  change: number;
}

/** Records withdrawn and sources restricted: what every snapshot must obey at once, rolled-back ones too. */
export interface LiveOverlay {
  withdrawnProjects: Withdrawal[];
  withdrawnDocuments: Withdrawal[];
  sourceAccess: Record<string, "open" | "excerpt">;
}

/** Read side of the catalog. Lists come in a stable order: by slug or key; documents by (source, documentId). */
export interface CatalogReader {
  /** Grows by at least one with every committed change to anything below. Cheap: one indexed row. */
  changeCounter(): Promise<number>;
  sources(): Promise<CatalogSource[]>;
  hackathons(): Promise<CatalogHackathon[]>;
  projects(): AsyncIterable<CatalogProject[]>;
  /** All documents in batches, or only those named. */
  documents(documentIds?: readonly string[]): AsyncIterable<CatalogDocument[]>;
  /** (documentId, source, contentHash) of every document, without reading contents. */
  documentFingerprints(): AsyncIterable<{ documentId: string; source: string; contentHash: string }[]>;
  /** What the last publish derived, by slug. */
  derived(): AsyncIterable<CatalogDerived[]>;
  /**
   * Puts `rows` in place of everything derived before, writing differences only, in short transactions. The
   * change counter stays: nothing here makes a further publish necessary. Projects that the catalog no longer
   * holds are passed over.
   */
  replaceDerived(rows: readonly CatalogDerived[]): Promise<{ written: number; removed: number }>;
  /** Scans of repositories, by slug; the latest of each project. */
  scans(): AsyncIterable<CatalogScan[]>;
  /** The latest scan of one project. */
  scan(slug: string): Promise<CatalogScan | null>;
  /** Which projects were scanned, from where and how it ended, without reading what it brought. */
  scanStates(): AsyncIterable<Pick<CatalogScan, "slug" | "repository" | "outcome">[]>;
  overlay(): Promise<LiveOverlay>;
  /** The change of the latest withdrawal; 0 before the first. */
  lastWithdrawal(): Promise<number>;
  /** When projects and documents were last changed by an import; null before the first. */
  importTimes(): Promise<{ projects: string | null; archive: string | null }>;
  /** Vectors kept between publishes for embedders that are slow or cost money; by embedder version and text hash. */
  cachedVectors(embedder: string, hashes: readonly string[]): Promise<Map<string, Float32Array>>;
  cacheVectors(embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
}
