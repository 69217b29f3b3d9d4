/** Reads the request body: checks media type, size, text, nesting, JSON, in this order. */
import { setTimeout } from "node:timers/promises";
import { bodyLimit } from "hono/body-limit";
import { ApiError } from "../contract/api/errors.ts";
import { isNestedDeeperThan, MAX_JSON_DEPTH } from "../contract/values/json-depth.ts";
import type { ServerContext } from "./context.ts";

/** Size limit of the API, in bytes: 1 MiB, 2^20. */
export const maxBodyBytes = 1_048_576;
/** Size limit of the console, in bytes; its longest body is a form. */
export const maxConsoleBodyBytes = 16_384;

const unsupported = (message: string) => new ApiError("UNSUPPORTED_MEDIA_TYPE", message);

/** A missing type is treated as JSON. */
function checkMedia(context: ServerContext): void {
  const contentType = context.req.header("content-type")?.trim();
  if (contentType) {
    const [type, ...parameters] = contentType.split(";").map((part) => part.trim());
    if (!/^application\/(?:[a-z0-9!#$&^_.-]+\+)?json$/i.test(type!)) {
      throw unsupported("The body must be JSON; send Content-Type: application/json");
    }
    for (const parameter of parameters) {
      const charset = /^charset\s*=(.*)$/is.exec(parameter)?.[1]?.trim().replace(/^"|"$/g, "");
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

/** How long a body that is too large is read, and up to how many times its limit. */
const discardMilliseconds = 500;
const discardFactor = 8;

/**
 * Reads the rest of a body whose length was declared. Closing the connection before would reset it, and a proxy that is
 * still sending would lose the answer.
 */
async function discardRest({ req }: ServerContext, maxBytes: number): Promise<void> {
  const { body } = req.raw;
  const isLong = Number(req.header("content-length")) > discardFactor * maxBytes;
  // A client that asks first sends nothing.
  if (!body || body.locked || isLong || req.header("expect") !== undefined) return;
  const reader = body.getReader();
  const over = setTimeout(discardMilliseconds, { done: true }, { ref: false });
  while (!(await Promise.race([reader.read(), over])).done);
}

/** Reads up to the limit, whether or not the length was declared. Throws ApiError for a longer or incomplete body. */
export async function readBytes(context: ServerContext, maxBytes: number): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  const read = bodyLimit({
    maxSize: maxBytes,
    onError: async () => {
      await discardRest(context, maxBytes);
      // A body that is longer still is not read to its end, so the connection cannot be reused.
      throw new ApiError("PAYLOAD_TOO_LARGE", `The body exceeds ${maxBytes} bytes; send a smaller one`, {
        headers: { Connection: "close" },
      });
    },
  });
  try {
    await read(context, async () => {
      bytes = new Uint8Array(await context.req.arrayBuffer());
    });
    return bytes;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("BAD_REQUEST", "The body ended before it was complete; send it again", { cause });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Throws ApiError for a body that is not JSON of at most `maxBytes` and {@link MAX_JSON_DEPTH} levels. */
export async function readJson(context: ServerContext, maxBytes: number = maxBodyBytes): Promise<unknown> {
  checkMedia(context);
  const bytes = await readBytes(context, maxBytes);
  if (bytes.byteLength === 0) {
    throw new ApiError("BAD_REQUEST", "The body is empty; send a JSON object, {} at least");
  }
  // Before the parser: it creates a value for every bracket, and later stages recurse over it.
  if (isNestedDeeperThan(MAX_JSON_DEPTH, bytes)) {
    throw new ApiError(
      "INVALID_QUERY",
      `The body is nested deeper than ${MAX_JSON_DEPTH} levels; flatten it`,
    );
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

/**
 * Throws ApiError for a body that is not a form (`application/x-www-form-urlencoded`) of at most `maxBytes` in UTF-8.
 * Names may be repeated.
 */
export async function readForm(context: ServerContext, maxBytes: number): Promise<URLSearchParams> {
  const type = context.req.header("content-type")?.split(";")[0]?.trim();
  if (type?.toLowerCase() !== "application/x-www-form-urlencoded")
    throw unsupported("The body must be a form; send Content-Type: application/x-www-form-urlencoded");
  const bytes = await readBytes(context, maxBytes);
  try {
    return new URLSearchParams(utf8.decode(bytes));
  } catch {
    throw new ApiError("BAD_REQUEST", "The body is not valid UTF-8; send a form in UTF-8");
  }
}
