/** Reads bytes of a file or of standard input; detects and decompresses gzip by content, not by name. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

const READ_BYTES = 256 * 1024;
const INFLATE_BYTES = 1024 * 1024;
/** Compressed bytes per inflate step: they expand to 16 MB at most. */
const DEFLATED_BYTES = 16 * 1024;
/** Records compress 5 to 30 times; beyond this ratio a file counts as a decompression bomb… */
const MAX_RATIO = 200;
/** …once it has expanded to this many bytes. */
const RATIO_FROM_BYTES = 8 * 1024 * 1024;

const RATIO_MESSAGE = `the gzip data expands to more than ${MAX_RATIO} times its size: decompress the file to import it`;

/** A gzip file that cannot be read further. The bytes before were returned completely. */
export class GzipError extends Error {
  override readonly name = "GzipError";
  /** Name of the broken rule. */
  readonly rule: "gzip-damaged" | "gzip-ratio";

  constructor(rule: GzipError["rule"], message: string) {
    super(message);
    this.rule = rule;
  }
}

/** Counts bytes as stored on disk, for progress. */
export interface ByteMeter {
  bytes: number;
}

/** Throws GzipError, and the signal's reason once it is aborted. */
export async function* readBytes(
  from: { path: string } | { stream: Readable },
  meter: ByteMeter,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const stream = "path" in from ? createReadStream(from.path, { highWaterMark: READ_BYTES }) : from.stream;
  const source = metered(stream, meter)[Symbol.asyncIterator]();
  try {
    let head: Buffer = Buffer.alloc(0);
    while (head.length < 2) {
      const next = await source.next();
      if (next.done) break;
      head = Buffer.concat([head, next.value]);
    }
    const rest = prepend(head, source);
    const bytes = head[0] === 0x1f && head[1] === 0x8b ? gunzip(limitPieces(rest)) : rest;
    for await (const piece of bytes) {
      yield piece;
      signal?.throwIfAborted();
    }
  } finally {
    stream.destroy();
  }
}

async function* metered(stream: Readable, meter: ByteMeter): AsyncGenerator<Buffer> {
  for await (const piece of stream) {
    const buffer = typeof piece === "string" ? Buffer.from(piece) : (piece as Buffer);
    meter.bytes += buffer.length;
    yield buffer;
  }
}

async function* prepend(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* limitPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    for (let at = 0; at < piece.length; at += DEFLATED_BYTES) yield piece.subarray(at, at + DEFLATED_BYTES);
  }
}

/**
 * A pipe would discard bytes that are decompressed but not yet read when it meets damage; here each chunk is inflated
 * completely, and its output is yielded before the error.
 */
async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createGunzip({ chunkSize: INFLATE_BYTES });
  let ready: Buffer[] = [];
  let damage: Error | undefined;
  let wake: () => void = () => {};
  let bytesIn = 0;
  let bytesOut = 0;
  inflate.on("data", (piece: Buffer) => {
    bytesOut += piece.length;
    ready.push(piece);
  });
  inflate.on("error", (error) => {
    damage = error;
    wake();
  });
  const step = (start: (done: () => void) => void) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      start(resolve);
    });
  try {
    let busy: Promise<void> | null = null;
    for await (const piece of source) {
      await busy;
      const out = ready;
      ready = [];
      if (bytesOut > RATIO_FROM_BYTES && bytesOut > MAX_RATIO * bytesIn) {
        yield* out;
        throw new GzipError("gzip-ratio", RATIO_MESSAGE);
      }
      bytesIn += piece.length;
      // The next chunk is inflated on another thread while the caller works on this one.
      busy = damage === undefined ? step((done) => inflate.write(piece, () => done())) : null;
      yield* out;
      if (damage !== undefined) break;
    }
    await busy;
    if (damage === undefined) await step((done) => inflate.once("end", done).end());
    yield* ready;
    if (damage !== undefined) {
      throw new GzipError("gzip-damaged", `the gzip data is damaged or cut short: ${damage.message}`);
    }
  } finally {
    inflate.destroy();
  }
}
