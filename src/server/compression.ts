/** Compression of response bodies, outside the event loop. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

/** Shorter bodies hardly shrink. Bytes. */
export const shortestCompressed = 1024;

/** The encoding to use for an `Accept-Encoding` field: the one that the client prefers, brotli when it does not say. */
export function acceptedEncoding(field: string | undefined): Encoding | null {
  const weights = new Map<string, number>();
  for (const entry of (field ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = entry.split(";").map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name) weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get("*") ?? 0;
  const best: Encoding = weightOf("br") >= weightOf("gzip") ? "br" : "gzip";
  return weightOf(best) > 0 ? best : null;
}

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
