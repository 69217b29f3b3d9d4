/** Opens an input and yields its records, in any format. */
import type { Readable } from "node:stream";
import type { RecordFormat } from "../types.ts";
import { type ByteMeter, readBytes } from "./bytes.ts";
import { readCsv } from "./csv.ts";
import type { Entry } from "./entry.ts";
import type { Input } from "./inputs.ts";
import { readJsonLines } from "./json-lines.ts";
import { isBlank, type Line, splitLines } from "./lines.ts";
import { readMarkdown } from "./markdown.ts";
import { inputName, refuseOtherJson, refuseUtf16 } from "./wrong-format.ts";

interface ReadOptions {
  after: number;
  meter: ByteMeter;
  stdin: Readable;
  source?: string;
  signal?: AbortSignal;
  /** Called at the end of an input without any record, with what the input looks like. */
  noteEmpty?(message: string): void;
}

/**
 * Skips records that begin on a line up to `after`, or the first `after` files of a folder. Throws ImportUsageError,
 * before the first record, for an input of a format that is not read.
 */
export function readRecords(input: Input, options: ReadOptions): AsyncGenerator<Entry[]> {
  const { after, meter } = options;
  if (input.type === "markdown")
    return readMarkdown(input.files, { root: input.root, after, source: options.source, meter });
  const from = input.type === "stdin" ? { stream: options.stdin } : { path: input.file };
  const bytes = readBytes(from, meter, options.signal);
  const seen = { lines: 0 };
  const lines = countLines(splitLines(refuseUtf16(bytes, input.file)), seen);
  const place = { file: input.file, after };
  const entries =
    input.format === null ? readUnknown(lines, place) : readersByFormat[input.format](lines, place);
  return noteIfEmpty(entries, () => {
    if (after === 0) options.noteEmpty?.(describeEmpty(input, seen.lines));
  });
}

type Place = { file: string; after: number };

const readersByFormat = {
  jsonl: (lines: AsyncIterable<Line[]>, place: Place) =>
    readJsonLines(refuseOtherJson(lines, place.file), place),
  csv: readCsv,
} as const;

async function* countLines(lines: AsyncIterable<Line[]>, seen: { lines: number }): AsyncGenerator<Line[]> {
  for await (const batch of lines) {
    seen.lines += batch.filter(({ fault, bytes }) => fault !== null || !isBlank(bytes)).length;
    yield batch;
  }
}

async function* noteIfEmpty(groups: AsyncIterable<Entry[]>, note: () => void): AsyncGenerator<Entry[]> {
  let isEmpty = true;
  for await (const group of groups) {
    isEmpty &&= group.length === 0;
    yield group;
  }
  if (isEmpty) note();
}

/** Lines without a record are those of a CSV header. */
function describeEmpty({ file, type, ...input }: Input, lines: number): string {
  const name = inputName(file);
  if (lines === 0) return `${name} is empty: no record was read`;
  const header = `${name} has only the header row of a CSV file: no record was read`;
  const isNamed = type === "stdin" || ("format" in input && input.format !== null);
  return isNamed ? header : `${header}; rename it if it is another format (.jsonl, .csv, .md)`;
}

/** Neither name nor option determines the format: the first non-blank line does. */
async function* readUnknown(lines: AsyncGenerator<Line[]>, options: Place): AsyncGenerator<Entry[]> {
  const held: Line[][] = [];
  let format: RecordFormat | null = null;
  while (format === null) {
    const next = await lines.next();
    if (next.done) return yield* readJsonLines(replay(held, lines), options);
    held.push(next.value);
    const first = next.value.find((line) => line.fault !== null || !isBlank(line.bytes));
    if (first !== undefined)
      format = /^\s*[{[]/.test(first.bytes.toString("latin1", 0, 100)) ? "jsonl" : "csv";
  }
  yield* readersByFormat[format](replay(held, lines), options);
}

async function* replay(held: Line[][], rest: AsyncGenerator<Line[]>): AsyncGenerator<Line[]> {
  yield* held;
  yield* rest;
}
