/** Reads a backup, stream by stream, and verifies all that it says about itself. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import type { z } from "zod";
import { BackupError } from "./backup-error.ts";
import {
  type BackupDescription,
  backupFormat,
  checksumsName,
  checksumsSchema,
  descriptionName,
  descriptionSchema,
  headerSchema,
  maxJsonBytes,
} from "./backup-format.ts";

const pieceBytes = 1 << 18;

export interface ReadArchiveOptions {
  /** The schema versions that this version of the program can use, at most. */
  schemas: Record<string, number>;
  signal?: AbortSignal;
  /** Called once, before any file. */
  onDescription(description: BackupDescription): Promise<void>;
  /** Consumes a file that the description lists. */
  onFile(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Throws BackupError, with the file's name and what is wrong, when it is not a backup, damaged or incomplete, of a
 * later format, or with a database of a later release. Until it has returned, what was read may be damaged.
 */
export async function readArchive(file: string, options: ReadArchiveOptions): Promise<BackupDescription> {
  const { signal } = options;
  const source = openSource(file, await isCompressed(file));
  const { readable, writable } = createTarDecoder({ strict: true });
  const known = { read: false };
  // Its errors reach the entries.
  const fed = feed(source, writable, signal).catch(() => {});
  try {
    return await readEntries(file, readable, { ...options, known });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof BackupError || isOfTarget(error)) throw error;
    const { message } = error as Error;
    throw known.read
      ? new BackupError(`${file} is damaged or incomplete (${message}); use another backup`, { cause: error })
      : notABackup(file, error);
  } finally {
    source.destroy();
    await fed;
  }
}

/** Whether the file begins as a backup of any format does, complete or not. Throws BackupError when it cannot be read. */
export async function isBackup(file: string): Promise<boolean> {
  const source = openSource(file, await isCompressed(file));
  const { readable, writable } = createTarDecoder({ strict: true });
  const fed = feed(source, writable).catch(() => {});
  try {
    for await (const { header, body } of readable) {
      if (header.name !== descriptionName || header.size > maxJsonBytes) return false;
      return headerSchema.safeParse(JSON.parse((await readText(body)).text)).success;
    }
    return false;
  } catch {
    return false;
  } finally {
    source.destroy();
    await fed;
  }
}

function openSource(file: string, compressed: boolean): Readable {
  const bytes = createReadStream(file, { highWaterMark: pieceBytes });
  // The callback is needed, and the reader of the second stream gets the error.
  return compressed ? pipeline(bytes, createGunzip({ chunkSize: pieceBytes }), () => {}) : bytes;
}

/** At the pace at which the entries are read. */
async function feed(
  source: Readable,
  target: WritableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const writer = target.getWriter();
  try {
    for await (const piece of source) {
      signal?.throwIfAborted();
      await writer.write(piece);
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error);
  }
}

/** An error of writing what was read. */
const isOfTarget = (error: unknown) =>
  ["write", "open", "mkdir", "fsync"].includes((error as NodeJS.ErrnoException).syscall ?? "");

function notABackup(file: string, cause?: unknown): BackupError {
  return new BackupError(`${file} is not a backup of Prior Art; give a file that priorart backup wrote`, {
    cause,
  });
}

async function isCompressed(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} cannot be read (${error.code}); check its name and permissions`, {
      cause: error,
    });
  });
  try {
    if ((await handle.stat()).isDirectory()) throw notABackup(file);
    const { buffer } = await handle.read(new Uint8Array(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

async function readEntries(
  file: string,
  entries: AsyncIterable<ParsedTarEntry>,
  { schemas, known, onDescription, onFile }: ReadArchiveOptions & { known: { read: boolean } },
): Promise<BackupDescription> {
  let description: BackupDescription | null = null;
  let expected: Map<string, number> = new Map();
  const found = new Map<string, string>();
  let checksums: Record<string, string> | null = null;
  for await (const { header, body } of entries) {
    const { name, size } = header;
    if (checksums !== null) throw damaged(file, "there is data after its checksums");
    if (header.type !== undefined && header.type !== "file")
      throw damaged(file, `${printable(name)} is a ${header.type}, and a backup contains files only`);
    if (description === null) {
      if (name !== descriptionName || size > maxJsonBytes) throw notABackup(file);
      const { text, checksum } = await readText(body);
      found.set(name, checksum);
      description = parseDescription(file, text, schemas);
      expected = new Map(description.files.map(({ name, bytes }) => [name, bytes]));
      known.read = true;
      await onDescription(description);
    } else if (name === checksumsName && size <= maxJsonBytes) {
      checksums = parse(file, checksumsSchema, (await readText(body)).text);
    } else {
      if (expected.get(name) !== size || found.has(name))
        throw damaged(file, `${printable(name)} is not a file that it lists`);
      const hash = createHash("sha256");
      await onFile(name, hashing(body, hash));
      found.set(name, hash.digest("hex"));
    }
  }
  if (description === null) throw notABackup(file);
  if (checksums === null) throw damaged(file, "its end is missing");
  for (const name of [descriptionName, ...expected.keys()]) {
    if (!found.has(name)) throw damaged(file, `${name} is missing`);
    if (checksums[name] !== found.get(name)) throw damaged(file, `the checksum of ${name} differs`);
  }
  return description;
}

function parseDescription(file: string, text: string, schemas: Record<string, number>): BackupDescription {
  const { format } = parse(file, headerSchema, text);
  // Later formats may have any other shape.
  if (format > backupFormat)
    throw new BackupError(
      `${file} is a backup in format ${format}, and this version restores format ${backupFormat} at most: use the version that wrote it, or a later one`,
    );
  const description = parse(file, descriptionSchema, text);
  for (const [name, version] of Object.entries(description.schemas))
    if (version > schemas[name]!)
      throw new BackupError(
        `${file} was written by version ${description.version}: its ${name} has schema version ${version}, and this version supports ${schemas[name]} at most; use the version that wrote it, or a later one`,
      );
  return description;
}

function parse<T>(file: string, schema: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(file, "one of its own JSON files cannot be read", error);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(file, `${issue!.path.join(".")}: ${issue!.message}`, parsed.error);
}

const damaged = (file: string, problem: string, cause?: unknown) =>
  new BackupError(`${file} is damaged: ${problem}; use another backup`, { cause });

/** A name from the file, for a message: short, without control characters. */
const printable = (name: string) => JSON.stringify(name.slice(0, 80));

async function* hashing(body: ReadableStream<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const piece of body) {
    hash.update(piece);
    yield piece;
  }
}

async function readText(body: ReadableStream<Uint8Array>): Promise<{ text: string; checksum: string }> {
  const hash = createHash("sha256");
  const pieces: Uint8Array[] = [];
  for await (const piece of hashing(body, hash)) pieces.push(piece);
  return { text: Buffer.concat(pieces).toString("utf8"), checksum: hash.digest("hex") };
}
