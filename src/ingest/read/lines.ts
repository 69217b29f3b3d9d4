/** Splits bytes into numbered lines, with at most one line in memory. */
import { isUtf8 } from "node:buffer";
import { GzipError } from "./bytes.ts";
import { type Fault, MAX_LINE_BYTES, NOT_UTF8 } from "./entry.ts";

export interface Line {
  /** From 1. */
  number: number;
  /** Without its line end; empty when there is a fault. */
  bytes: Buffer;
  fault: Fault | null;
}

const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);

/**
 * Lines end with \n or \r\n; the last one may end with the file. A line longer than `maxBytes` is yielded as a fault,
 * and so is the point from which a gzip file cannot be read; the lines before are complete.
 */
export async function* splitLines(
  source: AsyncIterable<Buffer>,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<Line[]> {
  let number = 1;
  let pieces: Buffer[] = [];
  let held = 0;
  let tooLong = false;

  const hold = (piece: Buffer) => {
    held += piece.length;
    if (held > maxBytes) {
      tooLong = true;
      pieces = [];
    } else if (piece.length > 0) pieces.push(piece);
  };
  const finish = (): Line => {
    const fault = tooLong ? tooLongFault(maxBytes) : null;
    const bytes = pieces.length > 1 ? Buffer.concat(pieces) : (pieces[0] ?? EMPTY);
    const line = { number, bytes: fault === null ? trimEnds(bytes, number) : EMPTY, fault };
    number++;
    pieces = [];
    held = 0;
    tooLong = false;
    return line;
  };

  try {
    for await (const chunk of source) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        hold(chunk.subarray(start, end));
        lines.push(finish());
        start = end + 1;
      }
      hold(chunk.subarray(start));
      if (lines.length > 0) yield lines;
    }
    if (held > 0) yield [finish()];
  } catch (error) {
    if (!(error instanceof GzipError)) throw error;
    const fault = { field: null, rule: error.rule, message: `${error.message}; nothing after this was read` };
    yield [{ number, bytes: EMPTY, fault }];
  }
}

function trimEnds(bytes: Buffer, number: number): Buffer {
  const start = number === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const end = bytes.at(-1) === 0x0d ? bytes.length - 1 : bytes.length;
  return bytes.subarray(Math.min(start, end), end);
}

function tooLongFault(maxBytes: number): Fault {
  return {
    field: null,
    rule: "line-length",
    message: `is longer than ${maxBytes} bytes: each line holds one record`,
  };
}

/** The text of the bytes, or a fault when they are not UTF-8. */
export function decode(bytes: Buffer): { text: string; fault: null } | { text: null; fault: Fault } {
  return isUtf8(bytes) ? { text: bytes.toString("utf8"), fault: null } : { text: null, fault: NOT_UTF8 };
}

/** Whether there is only white space. */
export function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}
