/** Bytes of a file or of standard input, decompressed when they are gzip, whatever the name says. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

const READ_BYTES = 256 * 1024;
const INFLATE_BYTES = 1024 * 1024;

/** A gzip file that ends too early or whose bytes were changed. What could be read came before it. */
export class DamagedGzipError extends Error {
  override readonly name = "DamagedGzipError";
}

/** Counts bytes as they lie on disk, for progress. */
export interface ByteMeter {
  bytes: number;
}

export async function* readBytes(
  from: { path: string } | { stream: Readable },
  meter: ByteMeter,
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
    yield* head[0] === 0x1f && head[1] === 0x8b ? gunzip(rest) : rest;
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

/**
 * A pipe would throw away what was decompressed but not yet read when damage is met; here each piece of input is
 * inflated to its end, and what came out is handed on, before the damage is.
 */
async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createGunzip({ chunkSize: INFLATE_BYTES });
  let ready: Buffer[] = [];
  let damage: Error | undefined;
  let wake: () => void = () => {};
  inflate.on("data", (piece: Buffer) => ready.push(piece));
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
      // The next piece is inflated on another thread while the caller works on this one.
      busy = damage === undefined ? step((done) => inflate.write(piece, () => done())) : null;
      yield* out;
      if (damage !== undefined) break;
    }
    await busy;
    if (damage === undefined) await step((done) => inflate.once("end", done).end());
    yield* ready;
    if (damage !== undefined) {
      throw new DamagedGzipError(`the gzip data is damaged or cut short: ${damage.message}`);
    }
  } finally {
    inflate.destroy();
  }
}
