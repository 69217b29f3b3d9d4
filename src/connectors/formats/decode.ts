/** From bytes to text: compression, byte order marks, and encodings that the transport states wrongly. */
import { TextDecoder } from "node:util";
import { gunzipSync } from "node:zlib";
import { FormatError } from "./format.ts";

/** Largest content after it is decompressed, in bytes. */
export const MAX_UNPACKED_BYTES = 128 * 2 ** 20;

/** Encodings whose bytes can be valid UTF-8 with another meaning. */
const ambiguous = /^(?:utf-?16|iso-2022|hz-gb|utf-7)/i;

/**
 * A byte order mark decides; then UTF-8 where the bytes are valid UTF-8, whatever `charset` states; then `charset`,
 * and windows-1252 where it is not known. Line ends become \n. Throws FormatError for what is not text.
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const text = decode(bytes, charset).replace(/\r\n?/g, "\n");
  if (text.includes("\0")) throw new FormatError("is binary, not text");
  return text;
}

function decode(bytes: Uint8Array, charset: string | undefined): string {
  const marked = byteOrderMark(bytes);
  const stated = charset === undefined ? null : decoderOf(charset);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  if (stated !== null && ambiguous.test(stated.encoding)) return stated.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const other = stated !== null && stated.encoding !== "utf-8" ? stated : new TextDecoder("windows-1252");
    const text = other.decode(bytes);
    return other.encoding === "windows-1252" ? withQuotes(text) : text;
  }
}

/** Characters of windows-1252 from 0x80, which some versions of Node decode as the control characters of latin1. */
const from0x80 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const withQuotes = (text: string) =>
  text.replace(/[\x80-\x9f]/g, (one) => from0x80[one.charCodeAt(0) - 0x80]!);

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

/** Null for an encoding that is not known. */
function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Decompresses gzip; other bytes are returned as they are. Throws FormatError for damaged and for too large ones. */
export function unpacked(bytes: Uint8Array, most = MAX_UNPACKED_BYTES): Uint8Array {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
      ? new FormatError(`decompresses to more than ${Math.floor(most / 2 ** 20)} MiB`)
      : new FormatError("is damaged: its gzip compression cannot be read");
  }
}
