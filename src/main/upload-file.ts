/** Uploaded files, each in a folder of its own below `<data>/uploads/`, readable by the service only. */
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

export interface UploadFile {
  id: string;
  /** Holds nothing but the file. */
  folder: string;
  /** As the browser named it, without what file systems do not take. */
  name: string;
  /** Appends; resolves when the bytes are in the file. */
  append(bytes: Uint8Array): Promise<void>;
  /** No more bytes follow. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

const uploadsFolder = (dataDir: string): string => join(dataDir, "uploads");

/**
 * Deletes what servers that were killed have left: uploads that have not grown for `idleMs`. Those of other running
 * servers on the same data directory are deleted by them before that.
 */
export async function removeUploads(dataDir: string, idleMs: number): Promise<void> {
  const folder = uploadsFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if ((await lastChange(path)) <= Date.now() - idleMs) await rm(path, { recursive: true, force: true });
  }
}

/** Of a folder and its files, in milliseconds since 1970; 0 when it is gone. */
async function lastChange(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const times = [folder, ...names.map((name) => join(folder, name))].map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(times)));
}

export async function createUploadFile(dataDir: string, name: string): Promise<UploadFile> {
  const id = randomUUID();
  const folder = join(uploadsFolder(dataDir), id);
  const safeName = fileName(name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const remove = () => rm(folder, { recursive: true, force: true });
  let handle: FileHandle;
  try {
    handle = await open(join(folder, safeName), "wx", 0o600);
  } catch (error) {
    await remove();
    throw error;
  }
  const close = () => handle.close().catch(() => {});
  return {
    id,
    folder,
    name: safeName,
    async append(bytes) {
      for (let at = 0; at < bytes.byteLength; )
        at += (await handle.write(bytes, at, bytes.byteLength - at)).bytesWritten;
    },
    close,
    async remove() {
      await close();
      await remove();
    },
  };
}

/** Free bytes where uploads are stored. */
export async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

const MAX_NAME_CHARACTERS = 80;

/** Its end is kept, which determines the format. A name must not mean a folder, an option or standard input. */
export function fileName(given: string): string {
  const plain = (given.split(/[\\/]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cf}\p{Cs}"*:<>?|]/gu, "_").trim();
  const short = Array.from(plain).slice(-MAX_NAME_CHARACTERS).join("");
  return short.replace(/^[-.\s]+/, "") || "upload";
}
