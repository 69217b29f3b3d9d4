import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type BytePath, onDisk } from "./byte-path.ts";

/** Why a file was not read as text. */
export type Unreadable = "unreadable" | "too large" | "not text";

/** Refuses a symbolic link and does not block on a pipe put in place of the file. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** First bytes in which a NUL marks the file as binary, as in git. */
const SNIFFED = 8000;

/**
 * The text of a regular file of at most `maxBytes`, decoded as UTF-8 (or UTF-16 with a byte order mark); invalid bytes
 * become U+FFFD. Holes of sparse files count as bytes.
 */
export function readText(
  root: string,
  path: BytePath,
  maxBytes: number,
): { text: string; bytes: number } | Unreadable {
  let bytes: Buffer | Unreadable;
  try {
    bytes = readRegularFile(onDisk(root, path), maxBytes);
  } catch {
    return "unreadable";
  }
  if (typeof bytes === "string") return bytes;
  const text = decode(bytes);
  return text === null ? "not text" : { text, bytes: bytes.length };
}

function readRegularFile(path: Buffer, maxBytes: number): Buffer | Unreadable {
  const file = openSync(path, FLAGS);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return "unreadable";
    if (stats.size > maxBytes) return "too large";
    const buffer = Buffer.allocUnsafe(stats.size);
    let length = 0;
    while (length < buffer.length) {
      const read = readSync(file, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      length += read;
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function decode(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le", 2);
  if (bytes.subarray(0, SNIFFED).includes(0)) return null;
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? bytes.toString("utf8", 3)
    : bytes.toString("utf8");
}
