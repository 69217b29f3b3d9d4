/** Options and reports of imports. */
import type { Readable } from "node:stream";
import type { TakeImportLock } from "./import-holder.ts";

export type RecordFormat = "jsonl" | "csv";

export interface ImportOptions {
  /** Rejected records are listed in `<dataDir>/rejects/`. */
  dataDir: string;
  /** A JSONata file, or its text, that converts a foreign record to native ones: one, an array, or nothing. */
  map?: string | { text: string };
  /** Format of record files; by default determined by the file's name, else by its first character. */
  format?: RecordFormat;
  /** Source of documents that name none. */
  source?: string;
  /** The records come from a browser: those that make the server read its own machine are rejected. */
  remote?: boolean;
  /** Reads, checks and counts, but writes only the rejects file. */
  dryRun?: boolean;
  /** Continues after the last committed line of an interrupted import of the same file. Default true. */
  resume?: boolean;
  /** Locks over all processes that import into the catalog; default those of the data directory. */
  takeLock?: TakeImportLock;
  /** Ends the import after the current batch. */
  signal?: AbortSignal;
  /** Time limit of the map for one record, in milliseconds; default 10,000. */
  mapTimeLimitMs?: number;
  onProgress?: (progress: ImportProgress) => void;
  /** Stream read for `-`; default `process.stdin`. */
  stdin?: Readable;
}

export interface ImportProgress {
  /** The current file, as named in the arguments. */
  file: string;
  /** Records read so far, over all inputs. */
  records: number;
  recordsPerSecond: number;
  /** Bytes read so far, as stored on disk (compressed, if they are). */
  bytes: number;
  /** Null while unknown: standard input has no length. */
  totalBytes: number | null;
  secondsLeft: number | null;
}

export interface ImportReport {
  /** Records read, excluding lines that `resume` skipped. */
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  /** Rejected records, listed in `rejectsFile`; a resumed run includes those of the interrupted one. */
  rejected: number;
  /** Records for which the map returned nothing. */
  dropped: number;
  /** Files without any record; a warning names each. */
  empty: number;
  /** Lines already committed by an interrupted import of the same file. */
  resumed: number;
  rejectsFile: string | null;
  warnings: string[];
  interrupted: boolean;
  seconds: number;
}

/** One line of the rejects file. */
export interface Reject {
  file: string;
  /** Line of the file, from 1; of a Markdown file always 1. */
  line: number;
  /** The record's slug, document id or title, if it could be read. */
  record: string | null;
  /** Path of the field, such as `prizes[0].amount`; null when the whole line is invalid. */
  field: string | null;
  /** Short, stable name of the rule, such as `too-long`. */
  rule: string;
  /** What is wrong and what to do. */
  message: string;
  /** Further faults of the same record. */
  also?: { field: string | null; rule: string; message: string }[];
}

/** User error, such as a missing file or a map that does not parse. Nothing was imported. */
export class ImportUsageError extends Error {
  override readonly name = "ImportUsageError";
}
