/** Recognises files that no reader can use, so that they are refused in one line rather than record by record. */
import { ImportUsageError } from "../types.ts";
import { isBlank, type Line } from "./lines.ts";

/** A byte order mark has two bytes; without one, two characters are compared. */
const HEAD_BYTES = 4;
const COMPARED_BYTES = 64;

/** Name of an input in messages. */
export const inputName = (file: string): string => (file === "-" ? "standard input" : file);

/** What is wrong with text in UTF-16, with a byte order mark or without one; null for any other text. */
export function utf16Problem(head: Buffer): string | null {
  const encoding = utf16Encoding(head);
  return encoding && `is UTF-16; convert it: iconv -f ${encoding} -t UTF-8`;
}

/** The name that iconv needs: without a mark it has to be told the byte order. */
function utf16Encoding(head: Buffer): string | null {
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0);
  if (mark === 0xfffe || mark === 0xfeff) return "UTF-16";
  const length = Math.min(head.length & ~1, COMPARED_BYTES);
  if (length < HEAD_BYTES) return null;
  const isNul = Array.from(head.subarray(0, length), (byte) => byte === 0);
  const first = isNul.filter((_, at) => at % 2 === 0);
  const second = isNul.filter((_, at) => at % 2 === 1);
  // Text in UTF-8 contains no NUL.
  if (second.every(Boolean) && !first.some(Boolean)) return "UTF-16LE";
  return first.every(Boolean) && !second.some(Boolean) ? "UTF-16BE" : null;
}

/** Throws ImportUsageError for UTF-16. */
export async function* refuseUtf16(source: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of source) {
    if (head === null) {
      yield piece;
      continue;
    }
    head = head.length === 0 ? piece : Buffer.concat([head, piece]);
    if (head.length < HEAD_BYTES) continue;
    checkEncoding(head, file);
    yield head;
    head = null;
  }
  if (head === null) return;
  checkEncoding(head, file);
  yield head;
}

function checkEncoding(head: Buffer, file: string): void {
  const problem = utf16Problem(head);
  if (problem !== null) throw new ImportUsageError(`${inputName(file)} ${problem}`);
}

/** Throws ImportUsageError for lines of JSON that begin an array of records, or that end with CR alone. */
export async function* refuseOtherJson(lines: AsyncIterable<Line[]>, file: string): AsyncGenerator<Line[]> {
  let isChecked = false;
  for await (const batch of lines) {
    const first = isChecked ? undefined : batch.find(({ fault, bytes }) => fault !== null || !isBlank(bytes));
    if (first !== undefined) {
      checkFirstLine(first.bytes, file);
      isChecked = true;
    }
    yield batch;
  }
}

/** An array of texts or numbers on a line is one record, for a map. */
const BEGINS_ARRAY = /^\s*\[\s*(?:[{\]]|$)/;

function checkFirstLine(bytes: Buffer, file: string): void {
  if (BEGINS_ARRAY.test(bytes.toString("latin1", 0, 100)))
    throw new ImportUsageError(
      `${inputName(file)} is a JSON array; write one object on each line: jq -c '.[]' ${file === "-" ? "FILE" : file}`,
    );
  if (bytes.includes("}\r{")) throw carriageReturns(file);
}

/** For a file whose lines end with CR alone: it reads as a single line. */
export const carriageReturns = (file: string): ImportUsageError =>
  new ImportUsageError(
    `${inputName(file)} has line ends of CR alone; convert them: tr '\\r' '\\n' < ${file === "-" ? "FILE" : file}`,
  );
