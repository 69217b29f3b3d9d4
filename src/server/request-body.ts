/** The request body: media checks, size, text, JSON, in this order. */
import { ApiError } from "../contract/api/errors.ts";
import type { ServerContext } from "./context.ts";

/** 1 MB: 2^20 bytes. */
export const maxBodyBytes = 1_048_576;

const unsupported = (message: string) => new ApiError("UNSUPPORTED_MEDIA_TYPE", message);
const tooLarge = () =>
  new ApiError("PAYLOAD_TOO_LARGE", `The body exceeds ${maxBodyBytes} bytes; send a smaller one`);

/** No type at all is taken as JSON. */
function checkMedia(context: ServerContext): void {
  const contentType = context.req.header("content-type")?.trim();
  if (contentType) {
    const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
    if (!/^application\/(?:[a-z0-9!#$&^_.-]+\+)?json$/i.test(type)) {
      throw unsupported("The body must be JSON; send Content-Type: application/json");
    }
    for (const parameter of parameters) {
      const charset = /^charset\s*=\s*"?([^"]*)"?$/i.exec(parameter)?.[1];
      if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
        throw unsupported("The body must be UTF-8; send Content-Type: application/json; charset=utf-8");
      }
    }
  }
  const encoding = context.req.header("content-encoding")?.trim();
  if (encoding && !/^identity$/i.test(encoding)) {
    throw unsupported("The body must not be compressed; send it without Content-Encoding");
  }
}

/** A body of unknown length is read only as far as the limit. */
async function readStream(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > maxBodyBytes) {
      await reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
}

async function readBytes(context: ServerContext): Promise<Uint8Array> {
  const declared = context.req.header("content-length");
  if (declared !== undefined && Number(declared) > maxBodyBytes) throw tooLarge();
  try {
    // The HTTP parser holds a client to the length it declared.
    if (declared !== undefined) return new Uint8Array(await context.req.arrayBuffer());
    return context.req.raw.body ? await readStream(context.req.raw.body) : new Uint8Array();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("BAD_REQUEST", "The body ended before it was complete; send it again", { cause });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

export async function readJson(context: ServerContext): Promise<unknown> {
  checkMedia(context);
  const bytes = await readBytes(context);
  if (bytes.byteLength === 0) {
    throw new ApiError("BAD_REQUEST", "The body is empty; send a JSON object, {} at least");
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError("INVALID_JSON", "The body is not valid UTF-8; send JSON in UTF-8");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("INVALID_JSON", "The body is not valid JSON; send one JSON object");
  }
}
