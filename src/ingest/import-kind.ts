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

/** How records of one kind stand in the catalog. */
export interface RecordStore<T> {
  recordKind: RecordKind;
  /** What the key is called: `slug`. */
  keyName: string;
  /** Writes records and what they mention; `warn` is told what a person should look at. */
  save(writer: CatalogWriter, values: readonly T[], warn: (message: string) => void): Promise<void>;
}

export interface ImportKind<S extends z.ZodType, T> extends RecordStore<T> {
  /** As it stands in messages and in the name of the rejects file. */
  name: "projects" | "archive" | "members";
  schema: S;
  /** Most records and bytes of one transaction, where one record takes more work than usual. */
  batch?: { records: number; bytes: number };
  /** Whether a folder of Markdown can be read. */
  markdown: boolean;
  /** What tells the record from others, as far as it can be read. */
  identify(raw: unknown): string | null;
  prepare(record: z.output<S>): Prepared<T>;
}
