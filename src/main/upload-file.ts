/** Uploaded files, each in a folder of its own below `<data>/uploads/`, readable by the service only. */
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm, statfs } from "node:fs/promises";
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

/** Deletes what a server that was killed has left. */
export async function removeUploads(dataDir: string): Promise<void> {
  await rm(uploadsFolder(dataDir), { recursive: true, force: true });
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

/** Its end is kept, which tells the format. A name must not mean a folder, an option or standard input. */
export function fileName(given: string): string {
  const plain = (given.split(/[\\/]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cf}\p{Cs}"*:<>?|]/gu, "_").trim();
  const short = Array.from(plain).slice(-MAX_NAME_CHARACTERS).join("");
  return short.replace(/^[-.\s]+/, "") || "upload";
}
