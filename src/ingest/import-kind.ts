/** Describes how one kind of record is imported. */
import type { z } from "zod";
import type { RecordKind } from "../catalog/tables.ts";
import type { CatalogWriter } from "../catalog/writer.ts";

/** A record that passed every check, ready for the catalog. */
export interface Prepared<T> {
  key: string;
  contentHash: string;
  value: T;
}

/** Stores records of one kind in the catalog. */
export interface RecordStore<T> {
  recordKind: RecordKind;
  /** Name of the key field: `slug`. */
  keyName: string;
  /** Writes records and creates what they mention; `warn` receives messages for the operator. */
  save(writer: CatalogWriter, values: readonly T[], warn: (message: string) => void): Promise<void>;
}

export interface ImportKind<S extends z.ZodType, T> extends RecordStore<T> {
  /** For messages and the name of the rejects file. */
  name: "projects" | "archive" | "members";
  schema: S;
  /** Bounds of one transaction, for records that take more work than usual. */
  batch?: { records: number; bytes: number };
  /** Whether a folder of Markdown can be read. */
  markdown: boolean;
  /** The record's name in messages, as far as it can be read. */
  identify(raw: unknown): string | null;
  /** Drops fields that cause a warning rather than a reject. */
  amend?(record: Record<string, unknown>, warn: (message: string) => void): Record<string, unknown>;
  prepare(record: z.output<S>): Prepared<T>;
}
