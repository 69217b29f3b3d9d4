/** Sends a text body: compressed where the client accepts it, and with an ETag where the body repeats. */
import { createHash } from "node:crypto";
import { CompressedCache } from "./compressed-cache.ts";
import { acceptedEncoding, compress, shortestCompressed } from "./compression.ts";
import type { ServerContext } from "./context.ts";

export interface TextBody {
  text: string | Uint8Array<ArrayBuffer>;
  /** `Content-Type`. */
  type: string;
  status?: 200 | 201 | 404;
  /**
   * True where no secret is beside text of the caller's choice: from the lengths of such compressed responses the
   * secret could be guessed (BREACH).
   */
  compressible: boolean;
  /** The body repeats: it has an ETag, a client that has it gets 304, and it is kept compressed. */
  repeats?: boolean;
}

/** Kept for all servers of the process: keys are digests of contents. */
const cache = new CompressedCache(32 * 2 ** 20);

const digestOf = (text: TextBody["text"]): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** Weak comparison, as If-None-Match asks for. */
function clientHas(field: string | undefined, digest: string): boolean {
  if (field === undefined) return false;
  return field.split(",").some((tag) => {
    const opaque = tag.trim().replace(/^W\//, "");
    return opaque === "*" || opaque === `"${digest}"`;
  });
}

export async function sendText(context: ServerContext, body: TextBody): Promise<Response> {
  const { text, type, status = 200, compressible, repeats = false } = body;
  const isLong = compressible && lengthOf(text) >= shortestCompressed;
  if (isLong) context.header("Vary", "Accept-Encoding", { append: true });
  const digest = repeats ? digestOf(text) : null;
  if (digest !== null) {
    // Weak: one tag for all encodings of the body.
    context.header("ETag", `W/"${digest}"`);
    if (clientHas(context.req.header("if-none-match"), digest)) return context.body(null, 304);
  }
  const encoding = isLong ? acceptedEncoding(context.req.header("accept-encoding")) : null;
  if (encoding === null) return context.body(text, status, { "Content-Type": type });
  const make = () => compress(bytesOf(text), encoding, { thorough: digest !== null });
  const bytes = await (digest === null ? make() : cache.get(`${encoding} ${digest}`, make));
  return context.body(bytes, status, { "Content-Type": type, "Content-Encoding": encoding });
}

const lengthOf = (text: TextBody["text"]): number =>
  typeof text === "string" ? Buffer.byteLength(text) : text.byteLength;

const bytesOf = (text: TextBody["text"]): Uint8Array =>
  typeof text === "string" ? new TextEncoder().encode(text) : text;
