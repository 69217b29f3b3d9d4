/** What distinguishes importing one kind of record from another. */
import type { z } from "zod";
import type { RecordKind } from "../catalog/tables.ts";
import type { CatalogWriter } from "../catalog/writer.ts";

/** A record that passed every check, ready for the catalog. */
export interface Prepared<T> {
  key: string;
  contentHash: string;
  value: T;
}

/** How the catalog stores records of one kind. */
export interface RecordStore<T> {
  recordKind: RecordKind;
  /** What the key is called: `slug`. */
  keyName: string;
  /** Writes records and creates what they mention; `warn` gets what the operator should check. */
  save(writer: CatalogWriter, values: readonly T[], warn: (message: string) => void): Promise<void>;
}

export interface ImportKind<S extends z.ZodType, T> extends RecordStore<T> {
  /** For messages and the name of the rejects file. */
  name: "projects" | "archive" | "members";
  schema: S;
  /** Bounds of one transaction, where one record takes more work than usual. */
  batch?: { records: number; bytes: number };
  /** Whether a folder of Markdown can be read. */
  markdown: boolean;
  /** What names the record in messages, as far as it can be read. */
  identify(raw: unknown): string | null;
  /** Removes from a record what is left out with a warning rather than rejected. */
  amend?(record: Record<string, unknown>, warn: (message: string) => void): Record<string, unknown>;
  prepare(record: z.output<S>): Prepared<T>;
}
