/** The catalog's interface for publish and for the live overlay. Times are ISO 8601 strings in UTC. */

import type { ProjectCategories, Tags } from "../contract/api/shared.ts";
import type { ConnectorRecord } from "../contract/records/connector-record.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";

export interface CatalogSource {
  key: string;
  label: string;
  kind: string;
  access: "open" | "excerpt";
  licenceNote: string | null;
  /** Address of the source, if known. */
  url?: string;
  /** Where its documents are read from; absent: they are only imported. */
  connector?: ConnectorRecord;
  /** How often it is read; absent: the default. */
  refresh?: string;
  /** Its documents are summaries that a machine wrote. */
  machineSummaries?: true;
  /** Keys that it had before it was renamed; ids of its documents are derived from the first one. */
  formerKeys?: string[];
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

/** A project as imported; `createdAt` is the given time, else the time of first import. */
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
  /** BCP 47: as stated, else as detected, `und` where that fails; absent: not detected yet. */
  language?: string;
  /** Documents of one source with the same name are posts of one thread; absent: a document of its own. */
  thread?: string;
  /** The content is a summary that a machine wrote of the author's text. */
  machineSummary?: true;
  /** SHA-256, hex, of everything above but a language that was detected. */
  contentHash: string;
}

/** What a document begins with, to detect its language. */
export interface DocumentBeginning {
  documentId: string;
  contentHash: string;
  title: string;
  /** At most 8,000 characters. */
  beginning: string;
}

export interface DetectedLanguage extends Pick<DocumentBeginning, "documentId" | "contentHash"> {
  language: string;
}

/** Fields that publish derived because the import did not supply them; null for those it did. */
export interface CatalogDerived {
  slug: string;
  tags: Tags | null;
  categories: ProjectCategories | null;
  /** Identifies the rules and vocabularies that derived it. */
  version: string;
}

/**
 * How the scan of a project's repository ended. All but `scanned` have null `builtWith` and `repoSummary`: `private`:
 * the server denies access or requires a login (if it was read before, names stay in `builtWith`); `unreachable`: no
 * response; `too-large` and `timed-out`: aborted; `not-a-repository`: the link is to something else; `refused`: the
 * address must not be fetched.
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

/** The result of scanning a project's repository, and what was scanned. */
export interface CatalogScan {
  slug: string;
  /**
   * The scanned address: when the project's link has changed, the scan is out of date. Empty for code stored
   * elsewhere, such as in a folder, which is not known to be public.
   */
  repository: string;
  /** Commit; null when none was read. */
  revision: string | null;
  capturedAt: string;
  extractorVersion: string;
  outcome: ScanOutcome;
  builtWith: NonNullable<ProjectRecord["builtWith"]> | null;
  repoSummary: NonNullable<NonNullable<ProjectRecord["evidenceSummaries"]>["repoSummary"]> | null;
}

/**
 * A withdrawn record: permanently hidden in every snapshot built from an earlier state of the catalog. A later import
 * may add the record again; snapshots built after the withdrawal show it if they contain it.
 */
export interface Withdrawal {
  key: string;
  /** Value of the change counter after the withdrawal. */
  change: number;
}

/** Withdrawn records and restricted sources: every snapshot applies them immediately, including rolled-back ones. */
export interface LiveOverlay {
  withdrawnProjects: Withdrawal[];
  withdrawnDocuments: Withdrawal[];
  sourceAccess: Record<string, "open" | "excerpt">;
}

/** Read side of the catalog. Lists have a stable order: by slug or key; documents by (source, documentId). */
export interface CatalogReader {
  /** Grows by at least one with every committed change to the records below. Cheap: one indexed row. */
  changeCounter(): Promise<number>;
  sources(): Promise<CatalogSource[]>;
  hackathons(): Promise<CatalogHackathon[]>;
  projects(): AsyncIterable<CatalogProject[]>;
  /** All documents in batches, or only those named; without what the pages of their source repeat. */
  documents(documentIds?: readonly string[]): AsyncIterable<CatalogDocument[]>;
  /** (documentId, source, contentHash) of every document as `documents` returns it, without reading contents. */
  documentFingerprints(): AsyncIterable<{ documentId: string; source: string; contentHash: string }[]>;
  /** Beginnings of the documents whose language is neither stated nor detected; detect and save those of one batch before the next. */
  documentsWithoutLanguage(): AsyncIterable<DocumentBeginning[]>;
  /** The change counter does not grow, and documents changed since are left out: their texts are other ones. */
  saveLanguages(detected: readonly DetectedLanguage[]): Promise<void>;
  /** Rows derived by the last publish, by slug. */
  derived(): AsyncIterable<CatalogDerived[]>;
  /**
   * Replaces all derived rows, writing only the differences, in short transactions. The change counter does not grow:
   * nothing here requires another publish. Rows of projects that the catalog no longer contains are skipped.
   */
  replaceDerived(rows: Iterable<CatalogDerived>): Promise<{ written: number; removed: number }>;
  /** Scans of repositories, by slug; the latest of each project. */
  scans(): AsyncIterable<CatalogScan[]>;
  /** The latest scan of one project. */
  scan(slug: string): Promise<CatalogScan | null>;
  /** Which projects were scanned, their addresses and outcomes, without reading the results. */
  scanStates(): AsyncIterable<Pick<CatalogScan, "slug" | "repository" | "outcome">[]>;
  /** With all withdrawals, or with those of later changes than `after`; always with all sources. */
  overlay(after?: number): Promise<LiveOverlay>;
  /** Change number of the latest withdrawal; 0 before the first. */
  lastWithdrawal(): Promise<number>;
  /** When projects and documents were last changed by an import; null before the first. */
  importTimes(): Promise<{ projects: string | null; archive: string | null }>;
  /** Vectors kept between publishes for embedders that are slow or cost money; by embedder version and text hash. */
  cachedVectors(embedder: string, hashes: readonly string[]): Promise<Map<string, Float32Array>>;
  cacheVectors(embedder: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
}
