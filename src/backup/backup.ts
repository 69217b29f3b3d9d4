/** `priorart backup`: one file with everything that cannot be created again, and the current snapshot. */
import { statSync } from "node:fs";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { copySqlite } from "../database/sqlite/copy-sqlite.ts";
import { schemaVersionOf } from "../database/sqlite/sqlite-file.ts";
import { BackupError, BackupUsageError } from "./backup-error.ts";
import {
  type BackupDescription,
  backupFormat,
  type DatabaseName,
  databaseNames,
  descriptionName,
  smallFileNames,
} from "./backup-format.ts";
import { isBackup } from "./read-archive.ts";
import { closeAll, type OpenedFile, type OpenedSnapshot, openSnapshotFiles } from "./snapshot-files.ts";
import { openStaging } from "./staging.ts";
import type { BackupReport } from "./types.ts";
import { type ArchiveFile, writeArchive } from "./write-archive.ts";

export interface BackupOptions {
  dataDir: string;
  /** An older backup is replaced when this one is complete; no other file is. Compressed when its name ends in `.gz` or `.tgz`. */
  file: string;
  /** Whether the current snapshot is included. */
  snapshot: boolean;
  /** The program's. */
  version: string;
  signal?: AbortSignal;
  /** Bytes read, of all files. */
  onProgress?(done: number, total: number): void;
}

/**
 * Each database is copied as of one moment, while others write. The snapshot comes first: a catalog that is older than
 * its snapshot could forget a withdrawal. Throws BackupUsageError, BackupError, or StorageError.
 */
export async function backup(options: BackupOptions): Promise<BackupReport> {
  const started = performance.now();
  const { dataDir, signal } = options;
  const file = resolve(options.file);
  await checkTarget(file);
  const databases = databaseNames.filter(
    // Throws where the data directory is closed to this user.
    (name) => statSync(join(dataDir, name), { throwIfNoEntry: false }) !== undefined,
  );
  if (databases.length === 0)
    throw new BackupError(`${dataDir} contains no records and no members: there is nothing to back up`);
  const { snapshot, problem } = options.snapshot ? trySnapshot(dataDir) : { snapshot: null, problem: null };
  const staging = `${file}.partial`;
  let release: (() => void) | null = null;
  try {
    release = await openStaging(staging, "lock.db");
    if (release === null)
      throw new BackupError(`another backup to ${file} is running; wait until it has ended`);
    for (const name of databases) await copySqlite(join(dataDir, name), join(staging, name), signal);
    const contents = await describe(options, { staging, databases, snapshot });
    const archive = join(staging, "archive");
    await writeContents(archive, contents, { ...options, file, staging });
    await rename(archive, file);
    await flushFolder(dirname(file));
    const { kind: _, format: __, files, ...described } = contents.description;
    return {
      ...described,
      file,
      bytes: (await stat(file)).size,
      files: files.length,
      snapshotProblem: problem,
      seconds: (performance.now() - started) / 1000,
    };
  } catch (error) {
    throw explained(error, file);
  } finally {
    closeAll(snapshot?.files ?? []);
    // Held until the folder is gone; a folder of another process stays.
    if (release !== null) await rm(staging, { recursive: true, force: true });
    release?.();
  }
}

async function checkTarget(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null) return;
  if (found.isDirectory())
    throw new BackupUsageError(
      `${file} is a folder; give the name of a file, such as ${join(file, "priorart.tar.gz")}`,
    );
  // An empty file has nothing to lose; anything but a regular file would be replaced by one.
  if (!found.isFile() || (found.size > 0 && !(await isBackup(file))))
    throw new BackupUsageError(
      `${file} exists and is not a backup, so it is not replaced; give the name of a new file, or of an older backup`,
    );
}

function trySnapshot(dataDir: string): { snapshot: OpenedSnapshot | null; problem: string | null } {
  try {
    return { snapshot: openSnapshotFiles(dataDir), problem: null };
  } catch (error) {
    return { snapshot: null, problem: (error as Error).message };
  }
}

interface Contents {
  description: BackupDescription;
  small: ArchiveFile[];
  databases: DatabaseName[];
  snapshot: OpenedFile[];
}

async function describe(
  { dataDir, version }: BackupOptions,
  from: { staging: string; databases: DatabaseName[]; snapshot: OpenedSnapshot | null },
): Promise<Contents> {
  const { staging, databases, snapshot } = from;
  const small: ArchiveFile[] = [];
  for (const name of smallFileNames) {
    const content = await readFile(join(dataDir, name)).catch(unlessMissing);
    if (content !== null) small.push({ name, bytes: content.length, content });
  }
  if (snapshot) {
    const content = Buffer.from(`${snapshot.id}\n`);
    small.push({ name: "snapshots/CURRENT", bytes: content.length, content });
  }
  const sizes = await Promise.all(databases.map((name) => stat(join(staging, name))));
  const files = [
    ...small,
    ...databases.map((name, i) => ({ name, bytes: sizes[i]!.size })),
    ...(snapshot?.files ?? []),
  ].map(({ name, bytes }) => ({ name, bytes }));
  const description: BackupDescription = {
    kind: "priorart-backup",
    format: backupFormat,
    version,
    createdAt: new Date().toISOString(),
    schemas: Object.fromEntries(databases.map((name) => [name, schemaVersionOf(join(staging, name))])),
    snapshot: snapshot?.id ?? null,
    files,
  };
  return { description, small, databases, snapshot: snapshot?.files ?? [] };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

function writeContents(
  archive: string,
  { description, small, databases, snapshot }: Contents,
  { file, staging, signal, onProgress }: BackupOptions & { staging: string },
): Promise<void> {
  const { files } = description;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const bytesOf = (name: string) => files.find((one) => one.name === name)!.bytes;
  let done = 0;
  async function* entries(): AsyncGenerator<ArchiveFile> {
    const content = Buffer.from(JSON.stringify(description));
    yield { name: descriptionName, bytes: content.length, content };
    yield* small;
    for (const name of databases) {
      const handle = await open(join(staging, name));
      try {
        yield { name, bytes: bytesOf(name), content: handle.fd };
      } finally {
        await handle.close();
      }
      await rm(join(staging, name));
    }
    for (const { name, bytes, fd } of snapshot) yield { name, bytes, content: fd };
  }
  return writeArchive(archive, entries(), {
    compressed: /\.(?:gz|tgz)$/i.test(basename(file)),
    signal,
    onBytes(bytes) {
      done += bytes;
      onProgress?.(Math.min(done, total), total);
    },
  });
}

/** Makes the rename survive a power failure. */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A full disk, in the words of the command. */
function explained(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const full = code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL";
  if (!full) return error;
  return new BackupError(
    `${file} cannot be written: the disk is full; a backup needs room for its own size and for a copy of the databases beside it`,
    { cause: error },
  );
}
