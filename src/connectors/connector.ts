/**
 * The port between a source elsewhere and the archive: a connector lists what the source offers, fetches each item,
 * and names the format that parses it into documents.
 */
import type { ConnectorKind, ConnectorRecordOf } from "../contract/records/connector-record.ts";
import type { Validators } from "../net/conditional-get.ts";
import type { PoliteClient } from "../net/polite-client.ts";
import type { Format } from "./formats/format.ts";

export type { Validators } from "../net/conditional-get.ts";

/** One thing of a source that becomes documents: a page, a file, an entry of a feed. */
export interface Item {
  /** Its name within the source, the same in every run: an address or a path of at most 2,000 characters. */
  id: string;
  /** Differs when the content differs, such as the hash of a file or a date of change; null: the list does not say. */
  version: string | null;
  /** Someone named it: that it does not exist is an error, unless it was read before. */
  mustExist?: boolean;
}

/** Facts known from the list or the transport; those that the content states itself have precedence. */
export interface Hints {
  title?: string;
  author?: string;
  /** ISO 8601. */
  publishedAt?: string;
  /** Of the text. */
  language?: string;
  /** Names the thread that it is a post of. */
  thread?: string;
  /** Where a person reads it. */
  url?: string;
  /** Where the recording is played that it is a transcript of. */
  recording?: string;
}

export interface Content {
  format: Format;
  bytes: Uint8Array;
  /** Character encoding stated by the transport, such as `iso-8859-1`. */
  charset?: string;
  /** File name or path, without the host. */
  name: string;
  hints: Hints;
}

/**
 * - `unchanged`: the validators still hold;
 * - `gone`: the source states that it no longer exists (404, 410), or that it must not be read (robots.txt);
 * - `skipped`: it contains nothing that could become a document, such as an image; `reason` is for the operator.
 */
export type Fetched =
  | { outcome: "read"; content: Content; validators?: Validators }
  | { outcome: "unchanged" }
  | { outcome: "gone" }
  | { outcome: "skipped"; reason: string };

/** A source opened for one run. */
export interface OpenSource {
  /** Every item once, in any order, as they become known. Throws SourceFailure when the list cannot be read to its end. */
  items(): AsyncIterable<Item>;
  /** Throws ItemFailure when the item cannot be read now; its documents are kept. */
  fetch(item: Item, known: Validators | null): Promise<Fetched>;
  /**
   * Whether an item that `items` did not list is gone; asked when it has ended. False for a feed, which lists only its
   * latest entries, and for a crawl that did not reach every page.
   */
  listsAll(): boolean;
  /** What the next run is given as `state`; asked when `items` has ended. At most 4 KB of JSON. */
  state(): Readonly<Record<string, string>> | null;
  /** What the operator should know of this run, such as how many files were left out; asked when `items` has ended. */
  notes?(): readonly string[];
  close(): Promise<void>;
}

export interface ConnectorContext {
  http: PoliteClient;
  /** Hosts, as `hostOf` writes them, that may have private addresses. */
  allowPrivateHosts: readonly string[];
  /** Whether `file://` repositories may be read. */
  allowFiles: boolean;
  /** Result of `state` in the last complete run; null in the first run, and after a change of the connector. */
  state: Readonly<Record<string, string>> | null;
  signal: AbortSignal;
  /** Clock, in milliseconds. */
  now(): number;
}

export interface Connector<Kind extends ConnectorKind = ConnectorKind> {
  /**
   * Null when the source has not changed since `state`. Throws SourceFailure when the source cannot be read.
   */
  open(record: ConnectorRecordOf<Kind>, context: ConnectorContext): Promise<OpenSource | null>;
}

/** The source cannot be read at all; the message says why and, where something helps, what to do. */
export class SourceFailure extends Error {
  override readonly name = "SourceFailure";
}

/** One item cannot be read. */
export class ItemFailure extends Error {
  override readonly name = "ItemFailure";
}
