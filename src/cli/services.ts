/** The parts of the program that commands use. main.ts implements it and loads each module on first use. */
import type { CodeReport, ScanProgress, ScanProjectsReport } from "@prior-art/scan";
import type { Accounts } from "../accounts/types.ts";
import type { BackupReport, RestoreReport } from "../backup/types.ts";
import type { Config } from "../config/config.ts";
import type { OperationId, OperationOutput } from "../contract/api/operations.ts";
import type { TableReport } from "../copy-state/copy-state.ts";
import type { OpenReviews } from "../inbox/open.ts";
import type { ImportOptions, ImportReport } from "../ingest/types.ts";
import type { PublishOptions, PublishReport } from "../publish/publish.ts";
import type { SourceStatus, SyncProgress, SyncReport } from "../sync/types.ts";
import type { UpgradeReport } from "../upgrade/types.ts";

export type ImportKind = "projects" | "archive" | "members" | "sources" | "hackathons" | "resources" | "faqs";

/** Kinds of records that can be removed individually. */
export type RemovedKind = "project" | "document" | "source" | "member" | "resources" | "faq";

export interface ImportRequest {
  kind: ImportKind;
  /** Files, folders or `-`. */
  inputs: readonly string[];
  options: Omit<ImportOptions, "dataDir">;
}

export interface PublishRequest
  extends Pick<PublishOptions, "refit" | "recluster" | "signal" | "onProgress"> {
  /** Called with the reason why texts have no vector, or clusters have no label of a language model. */
  onFailure(message: string): void;
}

export interface SyncRequest {
  /** Keys of sources; empty: all that have a connector. */
  keys: readonly string[];
  /** Only those that are due. */
  due?: boolean;
  signal: AbortSignal;
  /** Withdraws what is gone even where it is more than a fifth of a source. */
  allowWithdrawals?: boolean;
  /** Reads every item again, whether or not it has changed. */
  force?: boolean;
  onProgress?(progress: SyncProgress): void;
  /** Called with the result of each source, as it comes. */
  onReport?(report: SyncReport): void;
  /** Called for each key of a source that is unknown or has no connector; without it, the first one throws. */
  onUnreadable?(key: string, problem: string): void;
}

export interface BackupRequest {
  file: string;
  /** Whether the current snapshot is included. */
  snapshot: boolean;
  signal: AbortSignal;
  /** In bytes. */
  onProgress(done: number, total: number): void;
}

export interface RestoreRequest {
  file: string;
  /** Whether a data directory that is not empty is moved aside. */
  replace: boolean;
  signal: AbortSignal;
  /** In bytes. */
  onProgress(done: number, total: number): void;
}

interface ScanSettings {
  /** Files or folders of recognisers, in addition to the built-in ones. */
  recognisers: readonly string[];
  signal: AbortSignal;
}

export interface ScanRequest extends ScanSettings {
  /** A folder, or a URL that git can clone. */
  source: string;
  /** Slug of the project that stores the result; without it, nothing is stored. */
  slug?: string;
}

/** The result of scanning one folder or repository. */
export type CodeScanned = CodeReport;

export interface ScanProjectsRequest extends ScanSettings {
  /** Maximum number of projects to scan; default all. */
  limit?: number;
  concurrency: number;
  force: boolean;
  onProgress(progress: ScanProgress): void;
}

export interface ProjectsScanned extends ScanProjectsReport {
  tried: number;
  withoutLink: number;
  /** Scanned by an earlier run, and skipped. */
  doneBefore: number;
  /** Beyond the limit, or not reached before the interrupt. */
  left: number;
}

/** Contents of a data directory, from catalog and snapshot. */
export interface Holdings {
  dataDir: string;
  catalog: { projects: number; documents: number; hackathons: number; sources: number };
  imported: { projects: string | null; archive: string | null };
  /** Null before the first publish. */
  snapshot: HeldSnapshot | null;
}

export interface HeldSnapshot {
  id: string;
  projects: number;
  documents: number;
  chunks: number;
  /** False for one of an earlier release: it must be published again. */
  isServed: boolean;
}

/** A running server. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:8787`. */
  url: string;
  /** Whether a snapshot was available at start. */
  ready: boolean;
  /** Why the published snapshot could not be opened; null when nothing is wrong. */
  problem: string | null;
  /** Whether it serves the console's pages. */
  console: boolean;
  /** Graceful shutdown: stops accepting, finishes requests in flight, closes everything. */
  close(): Promise<void>;
}

/** Operations that write a file. */
export type ExportOperationId = Extract<OperationId, "exportProjects" | "exportAnalysis">;
/** Operations that need no account; a data directory answers them as well as a server. */
export type ResearchOperationId = Exclude<
  OperationId,
  ExportOperationId | "getStatus" | "getMe" | "suggestSource" | "sendFeedback"
>;
export type ResearchAnswer<Id extends ResearchOperationId> = OperationOutput<Id>;

export interface ResearchOptions {
  /** Ends what is being asked. */
  signal: AbortSignal;
  /** Called when a server's limit is reached, with the seconds until the next try. */
  onWait(seconds: number): void;
}

/** An open data directory, or a server. */
export interface Research {
  /** `request` contains the fields of params, query and body. Throws ApiError like the service. */
  ask<Id extends ResearchOperationId>(operation: Id, request: object): Promise<ResearchAnswer<Id>>;
  /** The pieces of the file, as they come. */
  export(operation: ExportOperationId, request: object): AsyncIterable<string>;
  close(): Promise<void>;
}

/** How `priorart mcp` serves. */
export interface McpOptions {
  /** Ends it. */
  signal: AbortSignal;
  /** Receives what goes wrong apart from the answers. */
  onProblem(error: unknown): void;
}

export interface CopyStateRequest {
  to: "sqlite" | "postgres";
  signal: AbortSignal;
  /** Called with the table and the number of its rows copied so far. */
  onProgress(table: string, rows: number): void;
}

export interface Services {
  readonly version: string;
  /** Throws ConfigError, naming the variable, for an invalid setting. */
  loadConfig(environment: NodeJS.ProcessEnv): Promise<Config>;
  openAccounts(config: Config): Promise<Accounts>;
  /** Opens suggestions and feedback for review. */
  openReviews(config: Config): Promise<OpenReviews>;
  /**
   * The demo token: the one stored in the data directory while it is valid, else a new one; null when the demo member
   * has generated another in the console.
   */
  demoToken(config: Config): Promise<string | null>;
  /** The secret of a new link that signs in the demo's member. */
  demoLink(config: Config): Promise<string>;
  importRecords(config: Config, request: ImportRequest): Promise<ImportReport>;
  /** Withdraws records; resolves to the keys that existed. */
  remove(config: Config, what: { kind: RemovedKind; keys: readonly string[] }): Promise<string[]>;
  /**
   * Throws UsageError when there is no source `from`, or `to` has documents; CommandError while a process reads sources
   * of the same data directory.
   */
  renameSource(config: Config, keys: { from: string; to: string }): Promise<void>;
  publish(config: Config, request: PublishRequest): Promise<PublishReport>;
  /**
   * Reads sources through their connectors. Throws UsageError for a source that is unknown or has no connector,
   * CommandError while another process reads sources of the same data directory.
   */
  sync(config: Config, request: SyncRequest): Promise<SyncReport[]>;
  /** Every source, with its last readings, newest first. */
  listSources(config: Config, options: { runs: number }): Promise<SourceStatus[]>;
  rollback(config: Config): Promise<{ snapshot: string }>;
  /** Throws CopyError when the target is not empty, or either is in use. */
  copyState(config: Config, request: CopyStateRequest): Promise<TableReport[]>;
  /** Applies pending migrations; resolves to the names of the databases. */
  migrate(config: Config): Promise<string[]>;
  /** Whether this version can use the data directory. */
  checkUpgrade(config: Config): Promise<UpgradeReport>;
  /** Writes the data directory into one file, while others use it. */
  backup(config: Config, request: BackupRequest): Promise<BackupReport>;
  /** Makes the data directory of a backup. */
  restore(config: Config, request: RestoreRequest): Promise<RestoreReport>;
  /** Scans the code in a folder or a repository. */
  scan(config: Config, request: ScanRequest): Promise<CodeScanned>;
  /** Scans the repositories of the catalog's projects, and stores the results. */
  scanProjects(config: Config, request: ScanProjectsRequest): Promise<ProjectsScanned>;
  /**
   * Opens the data directory for research, or a server when the settings name one. Throws CommandError when there are
   * no records, UsageError when the server's token is missing.
   */
  openResearch(config: Config, options: ResearchOptions): Promise<Research>;
  /** Null when the data directory does not exist or contains no catalog. */
  holdings(config: Config): Promise<Holdings | null>;
  /** Throws CommandError when the configured address cannot be listened on, so that this is known before long work. */
  checkAddress(config: Config): Promise<void>;
  /** Throws CommandError when the address cannot be listened on. */
  serve(config: Config): Promise<RunningServer>;
  /**
   * Serves agents over standard input and output, from the data directory or from the server that the settings name,
   * until the input ends or the signal aborts. Throws as `openResearch`.
   */
  serveMcp(config: Config, options: McpOptions): Promise<void>;
}
