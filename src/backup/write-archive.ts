/** Writes files into one tar file, stream by stream. */
import { createHash } from "node:crypto";
import { createWriteStream, read } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { checksumsName } from "./backup-format.ts";

/** A file of the archive: bytes in memory, or the descriptor of an open file of this size. */
export interface ArchiveFile {
  name: string;
  bytes: number;
  content: Uint8Array | number;
}

export interface ArchiveOptions {
  compressed: boolean;
  signal?: AbortSignal;
  /** Called with the number of bytes read since the last call. */
  onBytes(bytes: number): void;
}

const readAt = promisify(read);

const pieceBytes = 1 << 18;
/** Speed matters more than the last percent: texts shrink to a third at any level. */
const gzipLevel = 1;

/** The last entry contains the checksums of the others. The file is flushed to the disk; its mode is 600. */
export async function writeArchive(
  path: string,
  files: AsyncIterable<ArchiveFile>,
  { compressed, signal, onBytes }: ArchiveOptions,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const pack = async () => {
    const checksums: Record<string, string> = {};
    for await (const file of files) checksums[file.name] = await addFile(controller, file, onBytes);
    const content = Buffer.from(JSON.stringify(checksums));
    await addFile(controller, { name: checksumsName, bytes: content.length, content }, onBytes);
    controller.finalize();
  };
  const source = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]);
  const target = createWriteStream(path, { mode: 0o600, flush: true });
  const written = compressed
    ? pipeline(source, createGzip({ level: gzipLevel }), target, { signal })
    : pipeline(source, target, { signal });
  const packed = pack().catch((error: unknown) => {
    controller.error(error);
    throw error;
  });
  const [packing, writing] = await Promise.allSettled([packed, written]);
  signal?.throwIfAborted();
  // A full disk also fails what is packed: its own error says more.
  for (const result of [writing, packing]) if (result.status === "rejected") throw result.reason;
}

/** Returns the file's checksum. */
async function addFile(
  controller: ReturnType<typeof createTarPacker>["controller"],
  { name, bytes, content }: ArchiveFile,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const entry = controller.add({ name, size: bytes, mode: 0o600 }).getWriter();
  const hash = createHash("sha256");
  for await (const piece of piecesOf(content, bytes)) {
    hash.update(piece);
    await entry.write(piece);
    onBytes(piece.length);
  }
  await entry.close();
  return hash.digest("hex");
}

/** Exactly `bytes` bytes, as the entry's header says. */
async function* piecesOf(content: Uint8Array | number, bytes: number): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) {
    if (bytes > 0) yield content;
    return;
  }
  for (let at = 0; at < bytes; ) {
    // A new buffer each time: the packer keeps it until it is written.
    const piece = new Uint8Array(Math.min(pieceBytes, bytes - at));
    const { bytesRead } = await readAt(content, piece, 0, piece.length, at);
    if (bytesRead === 0) throw new Error("a file became shorter while it was backed up");
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}
