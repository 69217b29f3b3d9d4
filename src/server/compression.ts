/** Compression of response bodies, outside the event loop. */
import { promisify } from "node:util";
import { brotliCompress, constants, createGzip, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

/** Shorter bodies hardly shrink. Bytes. */
export const shortestCompressed = 1024;

/** The weight of each encoding in an `Accept-Encoding` field, 0 where it is not accepted. */
function weightsOf(field: string | undefined): (name: Encoding) => number {
  const weights = new Map<string, number>();
  for (const entry of (field ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = entry.split(";").map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name) weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return (name) => weights.get(name) ?? weights.get("*") ?? 0;
}

/** The encoding to use for an `Accept-Encoding` field: the one that the client prefers, brotli when it does not say. */
export function acceptedEncoding(field: string | undefined): Encoding | null {
  const weightOf = weightsOf(field);
  const best: Encoding = weightOf("br") >= weightOf("gzip") ? "br" : "gzip";
  return weightOf(best) > 0 ? best : null;
}

export const acceptsGzip = (field: string | undefined): boolean => weightsOf(field)("gzip") > 0;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** `thorough`: slower and smaller, for bodies that are kept. */
export async function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  { thorough }: { thorough: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "gzip") return new Uint8Array(await gzipAsync(bytes, { level: thorough ? 9 : 5 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: thorough ? 9 : 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  return new Uint8Array(await brotliAsync(bytes, { params }));
}

/** A gzip body that is made part by part. */
export interface GzipBody {
  /** All bytes of the text so far that were not returned yet. */
  add(text: string): Promise<Uint8Array>;
  /** The last bytes. */
  end(): Promise<Uint8Array>;
  /** Frees its memory; may be called at any time, and again. */
  close(): void;
}

/**
 * `CompressionStream` reads the whole of its source, however slowly its own output is read (Node 20): a part is
 * compressed when it is asked for instead, and flushed, which costs a few bytes.
 */
export function openGzip(): GzipBody {
  const engine = createGzip({ level: 5 });
  const made: Uint8Array[] = [];
  engine.on("data", (bytes: Uint8Array) => made.push(bytes));
  const taken = () => new Uint8Array(Buffer.concat(made.splice(0)));
  const step = (start: (done: () => void) => void) =>
    new Promise<Uint8Array>((resolve, reject) => {
      engine.once("error", reject);
      start(() => {
        engine.off("error", reject);
        resolve(taken());
      });
    });
  return {
    add: (text) =>
      step((done) => {
        engine.write(text);
        engine.flush(constants.Z_SYNC_FLUSH, done);
      }),
    end: () => step((done) => engine.once("end", done).end()),
    close: () => engine.destroy(),
  };
}
