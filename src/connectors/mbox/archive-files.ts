/** Opens the files of a mail archive for streaming and for reading parts; a compressed one is decompressed once, to disk. */
import { createWriteStream, rmSync } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ItemFailure } from "../connector.ts";
import { withFile } from "../files/read-file.ts";
import { isGzip } from "../formats/decode.ts";

/** Larger files are left out, before or after they are decompressed. */
const MAX_FILE_BYTES = 512 * 2 ** 20;

export interface ArchiveFile {
  path: string;
  stream(): AsyncIterable<Uint8Array>;
  read(start: number, length: number): Promise<Buffer>;
}

export interface ArchiveFiles {
  /** Throws ItemFailure when it cannot be read or is too large. */
  open(path: string): Promise<ArchiveFile>;
  /** Removes what was decompressed. Can be called again. */
  close(): Promise<void>;
}

export function openArchiveFiles(
  root: string,
  { maxBytes = MAX_FILE_BYTES, signal }: { maxBytes?: number; signal: AbortSignal },
): ArchiveFiles {
  let folder: string | null = null;
  let unpacked = 0;
  const removeNow = () => folder !== null && rmSync(folder, { recursive: true, force: true });

  const unpack = async (source: FileHandle): Promise<string> => {
    if (folder === null) {
      folder = await mkdtemp(join(tmpdir(), "priorart-mbox-"));
      process.once("exit", removeNow);
    }
    const target = join(folder, String(unpacked++));
    let size = 0;
    const bounded = new Transform({
      transform(piece: Buffer, _encoding, done) {
        size += piece.length;
        if (size > maxBytes) done(tooLarge(maxBytes));
        else done(null, piece);
      },
    });
    try {
      const input = source.createReadStream({ start: 0, autoClose: false });
      await pipeline(input, createGunzip(), bounded, createWriteStream(target, { mode: 0o600 }), { signal });
    } catch (error) {
      await rm(target, { force: true });
      signal.throwIfAborted();
      throw error instanceof ItemFailure
        ? error
        : new ItemFailure("is damaged: its gzip compression cannot be read");
    }
    return target;
  };

  return {
    async open(path) {
      const plain = await withFile({ root, path }, async (handle) => {
        if ((await handle.stat()).size > maxBytes) throw tooLarge(maxBytes);
        const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
        return isGzip(buffer) ? unpack(handle) : "";
      });
      if (plain === null) throw new ItemFailure("does not exist any more");
      const use = <T>(action: (handle: FileHandle) => Promise<T>): Promise<T | null> =>
        plain === "" ? withFile({ root, path }, action) : withUnpacked(plain, action);
      return { path, stream: () => streamOf(use), read: (start, length) => readPart(use, start, length) };
    },
    async close() {
      process.off("exit", removeNow);
      if (folder !== null) await rm(folder, { recursive: true, force: true });
      folder = null;
    },
  };
}

type Use = <T>(action: (handle: FileHandle) => Promise<T>) => Promise<T | null>;

async function withUnpacked<T>(path: string, action: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path);
  try {
    return await action(handle);
  } finally {
    await handle.close();
  }
}

const PIECE_BYTES = 2 ** 20;

async function* streamOf(use: Use): AsyncIterable<Uint8Array> {
  for (let start = 0; ; start += PIECE_BYTES) {
    const piece = await readPart(use, start, PIECE_BYTES);
    if (piece.length > 0) yield piece;
    if (piece.length < PIECE_BYTES) return;
  }
}

/** Shorter at the end of the file. */
async function readPart(use: Use, start: number, length: number): Promise<Buffer> {
  const part = await use(async (handle) => {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, start);
    return bytes.subarray(0, bytesRead);
  });
  if (part === null) throw new ItemFailure("does not exist any more");
  return part;
}

const tooLarge = (most: number) => new ItemFailure(`is larger than ${Math.floor(most / 2 ** 20)} MiB`);
