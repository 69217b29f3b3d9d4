/** Reading sources: what it needs, what it reports. */
import type { Catalog } from "../catalog/catalog.ts";
import type { SyncRun } from "../catalog/sync/runs.ts";
import type { CatalogSource } from "../catalog/types.ts";
import type { ConnectorContext, Content, OpenSource } from "../connectors/connector.ts";
import type { ParsedDocument } from "../connectors/formats/format.ts";
import type { ConnectorRecord } from "../contract/records/connector-record.ts";

export type ConnectedSource = CatalogSource & { connector: ConnectorRecord };

export interface SyncProgress {
  source: string;
  /** Items listed so far. */
  listed: number;
  /** Items of them that are done. */
  done: number;
  /** Documents added and updated. */
  changed: number;
}

export interface SyncOptions {
  catalog: Pick<Catalog, "sync" | "sources">;
  /** Opens a source through its connector; see `Connector.open`. */
  open(record: ConnectorRecord, context: ConnectorContext): Promise<OpenSource | null>;
  /** Throws FormatError. */
  parse(content: Content): Promise<ParsedDocument[]>;
  context: Omit<ConnectorContext, "state" | "signal">;
  signal: AbortSignal;
  onProgress?(progress: SyncProgress): void;
  /** Withdraws what is gone even where it is more than a fifth of the source. */
  allowWithdrawals?: boolean;
  /** Reads every item again, whether or not it has changed. */
  force?: boolean;
}

/** Result of one run. */
export interface SyncReport extends SyncRun {
  /** What was thrown when the run failed unexpectedly, for `--verbose`. */
  cause?: unknown;
}

/** A source, as an operator sees it. */
export interface SourceStatus {
  source: CatalogSource;
  /** Documents in the catalog. */
  documents: number;
  /** Their languages, the most frequent first; those that no publish has looked at yet are left out. */
  languages: { language: string; documents: number }[];
  /** The last readings, newest first. */
  runs: SyncRun[];
  /** When the server reads it next, ISO 8601; null: only when someone asks. */
  dueAt: string | null;
}
