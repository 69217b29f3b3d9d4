/** `priorart restore`: makes a data directory of a backup, in one step. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { BackupError } from "./backup-error.ts";
import type { BackupDescription } from "./backup-format.ts";
import { holdDataDirectory } from "./data-directory-in-use.ts";
import { finishRestore, verifiedPath } from "./interrupted-restore.ts";
import { readArchive } from "./read-archive.ts";
import { openStaging } from "./staging.ts";
import type { RestoreReport } from "./types.ts";

export interface RestoreOptions {
  file: string;
  dataDir: string;
  /** Whether a data directory that is not empty is moved aside. */
  replace: boolean;
  /** The schema versions that this version of the program can use, at most. */
  schemas: Record<string, number>;
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/**
 * The data is unpacked beside the data directory, verified, and renamed: a process that is killed leaves the former
 * data, the new data, or what {@link finishRestore} makes of it, and a folder that the next restore removes. Throws
 * BackupError.
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const started = performance.now();
  const { replace } = options;
  const file = resolve(options.file);
  finishRestore(resolve(options.dataDir));
  const dataDir = existsSync(options.dataDir) ? realpathSync(options.dataDir) : resolve(options.dataDir);
  await checkTarget(dataDir, replace);
  const staging = `${dataDir}.restoring`;
  // The lock of servers: none can start on the new directory before it is in its place.
  const release = await openStaging(staging, "server-lock.db");
  if (release === null)
    throw new BackupError(`another restore into ${dataDir} is running; wait until it has ended`);
  try {
    const description = await unpack(file, staging, options);
    const replaced = await activate(staging, dataDir, replace);
    const { kind: _, format: __, files, ...described } = description;
    return {
      ...described,
      file,
      dataDir,
      files: files.length,
      replaced,
      seconds: (performance.now() - started) / 1000,
    };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (existsSync(dataDir)) await rm(verifiedPath(dataDir), { recursive: true, force: true });
    throw explained(error, dataDir);
  } finally {
    release();
  }
}

async function checkTarget(dataDir: string, replace: boolean): Promise<void> {
  if (!existsSync(dataDir)) {
    await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 });
    return;
  }
  if (statSync(dataDir).dev !== statSync(dirname(dataDir)).dev)
    throw new BackupError(
      `${dataDir} is a mount point, which cannot be replaced in one step; use a folder inside it as the data directory (--data or PRIORART_DATA)`,
    );
  if (await isEmpty(dataDir)) return;
  if (!replace)
    throw new BackupError(
      `${dataDir} is not empty; give another data directory with --data, or --replace, which keeps the former one beside it`,
    );
  holdDataDirectory(dataDir)();
}

const isEmpty = async (folder: string) => (await readdir(folder)).length === 0;

async function unpack(
  file: string,
  staging: string,
  { schemas, signal, onProgress }: RestoreOptions,
): Promise<BackupDescription> {
  let total = 0;
  let done = 0;
  const description = await readArchive(file, {
    schemas,
    signal,
    async onDescription({ files }) {
      total = files.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const folder of ["snapshots", "segments"])
        if (files.some(({ name }) => name.startsWith(`${folder}/`)))
          await mkdir(join(staging, folder), { mode: 0o700 });
    },
    async onFile(name, content) {
      const handle = await open(join(staging, name), "wx", 0o600);
      try {
        for await (const piece of content) {
          await writeAll(handle, piece);
          done += piece.length;
          onProgress?.(done, total);
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  });
  for (const folder of ["snapshots", "segments", "."])
    if (existsSync(join(staging, folder))) await flushFolder(join(staging, folder));
  return description;
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at)).bytesWritten;
}

/** Returns where the former directory is now. */
async function activate(staging: string, dataDir: string, replace: boolean): Promise<string | null> {
  const former = existsSync(dataDir) && !(await isEmpty(dataDir));
  // It appeared while the backup was read; a rename over it fails as well.
  if (former && !replace) throw new BackupError(`${dataDir} is no longer empty; restore again`);
  if (!former) {
    await rename(staging, dataDir);
    await flushFolder(dirname(dataDir));
    return null;
  }
  const release = holdDataDirectory(dataDir);
  try {
    const aside = `${dataDir}.replaced-${new Date()
      .toISOString()
      .replace(/\.\d+Z$/, "Z")
      .replaceAll(":", "-")}`;
    await rm(verifiedPath(dataDir), { recursive: true, force: true });
    await rename(staging, verifiedPath(dataDir));
    await flushFolder(dirname(dataDir));
    await rename(dataDir, aside);
    await rename(verifiedPath(dataDir), dataDir);
    await flushFolder(dirname(dataDir));
    return aside;
  } finally {
    release();
  }
}

/** Makes names in it survive a power failure. */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function explained(error: unknown, dataDir: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new BackupError(`the disk of ${dataDir} is full; free some space and restore again`, {
      cause: error,
    });
  if (code === "EBUSY" || code === "EXDEV")
    return new BackupError(
      `${dataDir} is a mount point, which cannot be replaced in one step; use a folder inside it as the data directory (--data or PRIORART_DATA)`,
      { cause: error },
    );
  if (syscall === "rename" && (code === "ENOTEMPTY" || code === "EEXIST"))
    return new BackupError(`${dataDir} is no longer empty; restore again`, { cause: error });
  return error;
}
