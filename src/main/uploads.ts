/** The one uploaded file of a server: it arrives in parts, waits to be imported, and is deleted when it is abandoned. */
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { ConsoleInput, ConsoleOutput } from "../contract/api/console/operations.ts";
import { ApiError } from "../contract/api/errors.ts";
import { createUploadFile, freeBytes, removeUploads, type UploadFile } from "./upload-file.ts";

/** Milliseconds without a part after which an incomplete file is deleted, and until a complete one is. */
const SILENCE_MS = 2 * 60_000;
const WAIT_MS = 24 * 60 * 60_000;
/** A file that has not grown for longer is of a server that was killed. */
const ABANDONED_MS = WAIT_MS + SILENCE_MS;
/** Of the disk; the rest of the service needs it. */
const SPARED_BYTES = 64 * 2 ** 20;

export interface Uploads {
  state(): ConsoleOutput<"getImport">["upload"];
  /** Replaces the file of the same administrator. Throws ApiError when it cannot be taken. */
  start(file: ConsoleInput<"startUpload">, by: string): Promise<void>;
  add(part: ConsoleInput<"addUploadPart">, bytes: Uint8Array, by: string): Promise<void>;
  /** The complete file. Throws ApiError when there is none. */
  waiting(): UploadFile;
  /** The same; it is kept until `release`, however long that takes. */
  take(): UploadFile;
  /** What was taken, and is still there, waits again. */
  release(): void;
  /** Returns the file's name. Throws ApiError when there is none. */
  discard(): Promise<string>;
  remove(): Promise<void>;
}

interface Upload {
  file: UploadFile;
  bytes: number;
  received: number;
  by: string;
  startedAt: string;
  isWriting: boolean;
  timer: NodeJS.Timeout;
}

/** Deletes what an earlier server has left. With PostgreSQL, others may run on the same data directory. */
export async function createUploads(
  { dataDir, database, uploadBytes }: Pick<Config, "dataDir" | "database" | "uploadBytes">,
  logger: Pick<Logger, "warn">,
): Promise<Uploads> {
  await removeUploads(dataDir, database === null ? 0 : ABANDONED_MS);
  let current: Upload | null = null;
  let isStarting = false;

  const remove = async () => {
    const upload = current;
    current = null;
    clearTimeout(upload?.timer);
    await upload?.file.remove();
  };
  const removeAbandoned = () =>
    remove().catch((error: unknown) =>
      logger.warn({ err: error }, "an abandoned upload could not be deleted"),
    );
  const removeAfter = (ms: number) => setTimeout(() => void removeAbandoned(), ms).unref();
  const waiting = () => {
    if (current === null) throw new ApiError("NOT_FOUND", "No file waits; upload one first");
    if (current.received < current.bytes)
      throw new ApiError(
        "FORBIDDEN",
        `${current.file.name} is still being uploaded; wait until it is complete`,
      );
    return current;
  };

  return {
    state() {
      if (current === null) return null;
      const { file, bytes, received, by, startedAt } = current;
      return { id: file.id, name: file.name, bytes, received, uploadedBy: by, startedAt };
    },
    async start({ name, bytes }, by) {
      checkSize(bytes, uploadBytes);
      if (isStarting || (current !== null && current.by !== by)) throw othersFile(current);
      isStarting = true;
      try {
        await remove();
        await checkDisk(dataDir, bytes);
        const file = await createUploadFile(dataDir, name);
        const startedAt = new Date().toISOString();
        current = {
          file,
          bytes,
          received: 0,
          by,
          startedAt,
          isWriting: false,
          timer: removeAfter(SILENCE_MS),
        };
      } finally {
        isStarting = false;
      }
    },
    async add({ id, offset }, bytes, by) {
      const upload = current;
      if (upload === null || upload.file.id !== id) throw ended();
      if (upload.by !== by) throw othersFile(upload);
      // A part whose response was lost is sent again.
      if (offset < upload.received && offset + bytes.byteLength === upload.received) return;
      checkPart(upload, { offset, length: bytes.byteLength });
      upload.isWriting = true;
      clearTimeout(upload.timer);
      try {
        await upload.file.append(bytes);
      } catch (error) {
        if (current !== upload) throw ended();
        await remove();
        throw diskFailure(error);
      } finally {
        upload.isWriting = false;
      }
      if (current !== upload) throw ended();
      upload.received += bytes.byteLength;
      const isWhole = upload.received === upload.bytes;
      if (isWhole) await upload.file.close();
      // Discarded meanwhile: a timer would delete the next upload.
      if (current !== upload) throw ended();
      upload.timer = removeAfter(isWhole ? WAIT_MS : SILENCE_MS);
    },
    waiting: () => waiting().file,
    take() {
      const { file, timer } = waiting();
      clearTimeout(timer);
      return file;
    },
    release() {
      if (current === null) return;
      clearTimeout(current.timer);
      current.timer = removeAfter(WAIT_MS);
    },
    async discard() {
      if (current === null) throw new ApiError("NOT_FOUND", "No file waits; reload the page");
      const { name } = current.file;
      await remove();
      return name;
    },
    remove,
  };
}

function checkSize(bytes: number, most: number): void {
  if (most === 0)
    throw new ApiError(
      "FORBIDDEN",
      "This server takes no files (PRIORART_UPLOAD_BYTES is 0); import them on its machine, with priorart import",
    );
  if (bytes > most)
    throw new ApiError(
      "PAYLOAD_TOO_LARGE",
      `The file has ${bytes} bytes, and at most ${most} are accepted (PRIORART_UPLOAD_BYTES); compress it with gzip, ` +
        "or import it on the server's machine, with priorart import",
    );
}

async function checkDisk(dataDir: string, bytes: number): Promise<void> {
  const free = await freeBytes(dataDir);
  if (bytes + SPARED_BYTES > free) throw diskFull(`${free} bytes are free`);
}

function checkPart(upload: Upload, { offset, length }: { offset: number; length: number }): void {
  const { received, bytes } = upload;
  if (upload.isWriting) throw new ApiError("FORBIDDEN", "A part is being written; send one after the other");
  if (offset !== received)
    throw new ApiError("INVALID_QUERY", `offset: the next part begins at byte ${received}`);
  if (length === 0) throw new ApiError("BAD_REQUEST", "The part is empty; send the next bytes of the file");
  if (received + length > bytes)
    throw new ApiError(
      "INVALID_QUERY",
      `offset: the file was announced with ${bytes} bytes; this part exceeds them`,
    );
}

const ended = () =>
  new ApiError(
    "NOT_FOUND",
    "This upload has ended: the server was restarted, or it waited too long; begin again",
  );

function othersFile(upload: Upload | null): ApiError {
  const what = upload === null ? "Another file is" : `${upload.file.name}, uploaded by ${upload.by}, is`;
  return new ApiError("FORBIDDEN", `${what} there; it must be imported or discarded first`);
}

function diskFailure(error: unknown): ApiError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull("nothing was kept of the file");
  return new ApiError(
    "SERVICE_UNAVAILABLE",
    `The file could not be stored (${code ?? message}); begin again`,
    {
      cause: error,
    },
  );
}

const diskFull = (why: string) =>
  new ApiError(
    "SERVICE_UNAVAILABLE",
    `The server's disk does not have enough space: ${why}; free some and try again`,
  );
