/** What the commands need from the rest of the program. main.ts supplies it, loading each room when first asked. */
import type { CodeReport, ScanProgress, ScanProjectsReport } from "@prior-art/scan";
import type { Accounts } from "../accounts/types.ts";
import type { Config } from "../config/config.ts";
import type { OperationOutput, SnapshotOperationId } from "../contract/api/operations.ts";
import type { OpenReviews } from "../inbox/open.ts";
import type { ImportOptions, ImportReport } from "../ingest/types.ts";
import type { PublishOptions, PublishReport } from "../publish/publish.ts";

export type ImportKind = "projects" | "archive" | "members" | "sources" | "hackathons" | "resources" | "faqs";

/** What can be taken back, one record at a time. */
export type RemovedKind = "project" | "document" | "member" | "resources" | "faq";

export interface ImportRequest {
  kind: ImportKind;
  /** Files, folders or `-`. */
  inputs: readonly string[];
  options: Omit<ImportOptions, "dataDir">;
}

export interface PublishRequest
  extends Pick<PublishOptions, "refit" | "recluster" | "signal" | "onProgress"> {
  /** Told why texts went without a vector, or clusters without a language model's words. */
  onFailure(message: string): void;
}

interface ScanSettings {
  /** Files or folders of recognisers besides those that ship. */
  recognisers: readonly string[];
  signal: AbortSignal;
}

export interface ScanRequest extends ScanSettings {
  /** A folder, or an address that git reads. */
  source: string;
  /** The project that keeps what is found; without it, nothing is kept. */
  slug?: string;
}

/** What one folder or repository told. */
export type CodeScanned = CodeReport;

export interface ScanProjectsRequest extends ScanSettings {
  /** Projects to try; all without it. */
  limit?: number;
  concurrency: number;
  force: boolean;
  onProgress(progress: ScanProgress): void;
}

export interface ProjectsScanned extends ScanProjectsReport {
  tried: number;
  withoutLink: number;
  /** Read by an earlier run, and not again. */
  doneBefore: number;
  /** Beyond the limit, or not reached before the interrupt. */
  left: number;
}

/** What lies in a data directory, from catalog and snapshot. */
export interface Holdings {
  dataDir: string;
  catalog: { projects: number; documents: number; hackathons: number; sources: number };
  imported: { projects: string | null; archive: string | null };
  /** Null before the first publish. */
  snapshot: { id: string; projects: number; documents: number; chunks: number } | null;
}

/** A server that is answering. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:8787`. */
  url: string;
  /** Whether there was a snapshot to answer from when it started. */
  ready: boolean;
  /** Why there was none although one is published; null when nothing is wrong. */
  problem: string | null;
  /** Whether it serves the console's pages. */
  console: boolean;
  /** Stops accepting, lets running requests end, closes everything. */
  close(): Promise<void>;
}

export interface Services {
  readonly version: string;
  /** Throws ConfigError, naming the variable, for a setting that cannot be used. */
  loadConfig(environment: NodeJS.ProcessEnv): Promise<Config>;
  openAccounts(config: Config): Promise<Accounts>;
  /** What callers suggested and said, for the people who decide about it. */
  openReviews(config: Config): Promise<OpenReviews>;
  /**
   * The demo's token: the one kept in the data directory while it is valid, else a new one; null when its member
   * has another, made in the console.
   */
  demoToken(config: Config): Promise<string | null>;
  /** The secret of a link into the console for whoever started the demo; null once they have a password. */
  demoInvitation(config: Config): Promise<string | null>;
  importRecords(config: Config, request: ImportRequest): Promise<ImportReport>;
  /** Withdraws records; resolves to the keys that were there. */
  remove(config: Config, what: { kind: RemovedKind; keys: readonly string[] }): Promise<string[]>;
  publish(config: Config, request: PublishRequest): Promise<PublishReport>;
  rollback(config: Config): Promise<{ snapshot: string }>;
  /** Reads the code in a folder or a repository. */
  scan(config: Config, request: ScanRequest): Promise<CodeScanned>;
  /** Reads the repositories that the catalog's projects name, and keeps what they bring. */
  scanProjects(config: Config, request: ScanProjectsRequest): Promise<ProjectsScanned>;
  /**
   * Answers from the current snapshot in this process; `request` holds the fields of params, query and body. Throws
   * ApiError as the service would answer.
   */
  execute<Id extends SnapshotOperationId>(
    config: Config,
    operation: Id,
    request: unknown,
  ): Promise<OperationOutput<Id>>;
  /** Null when the data directory does not exist or holds no catalog. */
  holdings(config: Config): Promise<Holdings | null>;
  /** Throws CommandError when the configured address cannot be listened on: to know before long work. */
  checkAddress(config: Config): Promise<void>;
  /** Throws CommandError when the address cannot be listened on. */
  serve(config: Config): Promise<RunningServer>;
}
