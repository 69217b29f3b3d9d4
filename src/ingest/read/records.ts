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

/** Skips records that begin on a line up to `after`, or the first `after` files of a folder. */
export function readRecords(
  input: Input,
  options: { after: number; meter: ByteMeter; stdin: Readable; source?: string; signal?: AbortSignal },
): AsyncGenerator<Entry[]> {
  const { after, meter } = options;
  if (input.type === "markdown")
    return readMarkdown(input.files, { root: input.root, after, source: options.source, meter });
  const from = input.type === "stdin" ? { stream: options.stdin } : { path: input.file };
  const lines = splitLines(readBytes(from, meter, options.signal));
  if (input.format === null) return readUnknown(lines, { file: input.file, after });
  return (input.format === "jsonl" ? readJsonLines : readCsv)(lines, { file: input.file, after });
}

/** Neither name nor option determines the format: the first non-blank line does. */
async function* readUnknown(
  lines: AsyncGenerator<Line[]>,
  options: { file: string; after: number },
): AsyncGenerator<Entry[]> {
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
  yield* (format === "jsonl" ? readJsonLines : readCsv)(replay(held, lines), options);
}

async function* replay(held: Line[][], rest: AsyncGenerator<Line[]>): AsyncGenerator<Line[]> {
  yield* held;
  yield* rest;
}
