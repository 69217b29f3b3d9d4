/** Where the files of snapshots are stored for several servers: a folder that they share, or an S3-compatible service. */

/**
 * - `files`: what a snapshot consists of, except its manifest;
 * - `manifests`: one per snapshot;
 * - `uploads`: one per running upload: what the manifest to come will name;
 * - `damaged`: reports of files whose content is not what their name says;
 * - `owners`: the database whose snapshots these are.
 */
export type StoredKind = "files" | "manifests" | "uploads" | "damaged" | "owners";

/** A kind and the SHA-256 of the content in hexadecimal, such as `files/9f86d0…`. What has a name never changes. */
export type StoredName = `${StoredKind}/${string}`;

export interface StoredFile {
  name: StoredName;
  bytes: number;
  /** By the clock of the store. */
  modifiedAt: Date;
}

export interface TransferOptions {
  signal?: AbortSignal;
}

export interface SnapshotStore {
  /** For messages: no credentials. */
  readonly place: string;
  /**
   * Stores a file of this machine, whole or not at all; replaces what is there. Throws StoreError, also when the
   * content is not what the name says.
   */
  put(name: StoredName, path: string, options?: TransferOptions): Promise<void>;
  /**
   * Copies a stored file to `path`, in a folder that exists. Throws StoreError, leaving nothing at `path`, when it is
   * missing, or when its content is not what the name says.
   */
  fetch(name: StoredName, path: string, options?: TransferOptions): Promise<void>;
  has(name: StoredName): Promise<boolean>;
  /** All of a kind, in any order; whole files only. */
  list(kind: StoredKind): Promise<StoredFile[]>;
  /** Ignores those that are missing. */
  remove(names: readonly StoredName[]): Promise<void>;
  /** Removes what uploads that never ended left behind, where it began before the time. */
  removeUnfinished(before: Date): Promise<void>;
  close(): Promise<void>;
}

/**
 * - `missing`: no such file;
 * - `damaged`: the content is not what the name says;
 * - `refused`: keys, rights, bucket or folder: a setting must be corrected;
 * - `unreachable`: no usable answer, which may be different later;
 * - `local`: a file of this machine could not be read or written.
 */
export type StoreErrorKind = "missing" | "damaged" | "refused" | "unreachable" | "local";

/** The message names the store and the file, and says what to do. It contains no credentials. */
export class StoreError extends Error {
  override name = "StoreError";
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

export const digestOf = (name: StoredName): string => name.slice(name.indexOf("/") + 1);

export function isStoredName(name: string): name is StoredName {
  return /^(?:files|manifests|uploads|damaged|owners)\/[0-9a-f]{64}$/.test(name);
}
