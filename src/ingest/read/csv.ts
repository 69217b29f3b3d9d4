/** CSV with a header row (RFC 4180): cells by column name, all of them text. */
import { CsvError, parse } from "csv-parse/sync";
import { shorten } from "../clean-text.ts";
import { ImportUsageError } from "../types.ts";
import { type Entry, type Fault, MAX_LINE_BYTES } from "./entry.ts";
import { decode, isBlank, type Line } from "./lines.ts";
import { carriageReturns, inputName } from "./wrong-format.ts";

const QUOTE = 0x22;
/** A record of more lines than this has an unclosed quotation mark. */
const MAX_LINES = 5_000;

/**
 * A record ends at the first line end outside quotation marks. One that does not parse loses only its first line:
 * reading resumes at the next line, so that a stray quotation mark does not discard the rest of the file. Throws
 * ImportUsageError for a header that has a column twice, and for line ends of CR alone.
 */
export async function* readCsv(
  lines: AsyncIterable<Line[]>,
  { file, after }: { file: string; after: number },
): AsyncGenerator<Entry[]> {
  const reader = new CsvReader(file, after);
  for await (const batch of lines) {
    const entries: Entry[] = [];
    for (const line of batch) reader.take(line, entries);
    if (entries.length > 0) yield entries;
  }
  const last: Entry[] = [];
  reader.end(last);
  if (last.length > 0) yield last;
}

class CsvReader {
  readonly #file: string;
  readonly #after: number;
  #header: string[] | null = null;
  #delimiter = ",";
  /** Lines of the unfinished record. */
  #held: Line[] = [];
  #heldBytes = 0;
  #quotes = 0;

  constructor(file: string, after: number) {
    this.#file = file;
    this.#after = after;
  }

  take(line: Line, entries: Entry[]): void {
    const queue = [line];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (next.fault !== null) {
        if (this.#held.length > 0) queue.unshift(...this.#giveUp(entries), next);
        else this.#push(entries, next, next.fault);
        continue;
      }
      if (this.#held.length === 0 && isBlank(next.bytes)) continue;
      this.#hold(next);
      if (this.#quotes % 2 === 0) queue.unshift(...this.#record(entries));
      else if (this.#held.length > MAX_LINES || this.#heldBytes > MAX_LINE_BYTES) {
        queue.unshift(...this.#giveUp(entries));
      }
    }
  }

  end(entries: Entry[]): void {
    while (this.#held.length > 0) for (const line of this.#giveUp(entries)) this.take(line, entries);
  }

  #hold(line: Line): void {
    this.#held.push(line);
    this.#heldBytes += line.bytes.length;
    for (let at = line.bytes.indexOf(QUOTE); at !== -1; at = line.bytes.indexOf(QUOTE, at + 1))
      this.#quotes++;
  }

  #release(): Line[] {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    this.#quotes = 0;
    return held;
  }

  /** Rejects the first line, where the open quotation mark is; the other lines are read again. */
  #giveUp(entries: Entry[]): Line[] {
    const [first, ...others] = this.#release();
    if (first === undefined) return [];
    const message = "opens a quotation mark that is not closed: double a mark inside a quoted cell";
    this.#push(entries, first, { field: null, rule: "csv-quote", message });
    return others;
  }

  /** The held lines are a complete record. Returns lines to be read again. */
  #record(entries: Entry[]): Line[] {
    const held = this.#release();
    const first = held[0]!;
    const bytes = held.length === 1 ? first.bytes : joinLines(held);
    const { text, fault } = decode(bytes);
    if (fault !== null) {
      this.#push(entries, first, fault);
      return held.slice(1);
    }
    if (this.#header === null) {
      const header = this.#readHeader(text);
      if (Array.isArray(header)) this.#header = distinctColumns(header, this.#file);
      else this.#push(entries, first, header);
      return [];
    }
    const endLine = held.at(-1)!.number;
    if (first.number <= this.#after) return [];
    const row = this.#parse(text);
    if (Array.isArray(row)) {
      const value = Object.fromEntries(this.#header.map((name, index) => [name, row[index]]));
      entries.push({
        file: this.#file,
        line: first.number,
        from: first.number,
        to: endLine,
        bytes: bytes.length,
        value,
        cells: true,
        fault: null,
      });
      return [];
    }
    this.#push(entries, first, row);
    return held.slice(1);
  }

  #readHeader(text: string): string[] | Fault {
    this.#delimiter = delimiterOf(text);
    return this.#parse(text, true);
  }

  #parse(text: string, isHeader = false): string[] | Fault {
    try {
      const rows = parse(text, { delimiter: this.#delimiter, relax_column_count: true }) as string[][];
      if (isHeader && rows.length > 1) throw carriageReturns(this.#file);
      const row = rows[0] ?? [];
      if (isHeader || row.length === this.#header!.length) return row;
      const message = `has ${row.length} cells where the header has ${this.#header!.length}`;
      return { field: null, rule: "csv-cells", message };
    } catch (error) {
      if (error instanceof ImportUsageError) throw error;
      const reason =
        error instanceof CsvError ? error.code.replace(/^CSV_/, "").toLowerCase().replaceAll("_", " ") : "";
      return {
        field: null,
        rule: "csv",
        message: `is not CSV (${reason}): quote cells that hold commas or quotation marks`,
      };
    }
  }

  #push(entries: Entry[], line: Line, fault: Fault): void {
    // An unreadable header: no later line may be used as the header.
    this.#header ??= [];
    if (line.number <= this.#after) return;
    const { number, bytes } = line;
    entries.push({
      file: this.#file,
      line: number,
      from: number,
      to: number,
      bytes: bytes.length,
      value: undefined,
      cells: true,
      fault,
    });
  }
}

/** Only one of two cells in the same column could be used. */
function distinctColumns(header: readonly string[], file: string): string[] {
  const columns = header.map((name) => name.trim());
  const twice = columns.find((name, at) => name !== "" && columns.indexOf(name) < at);
  if (twice === undefined) return columns;
  throw new ImportUsageError(
    `${inputName(file)} has the column "${shorten(twice, 100)}" twice in its header: rename or remove one of them`,
  );
}

/** The most frequent one outside quotation marks; of equally frequent ones, the first. */
function delimiterOf(header: string): string {
  const counts = new Map([",", "\t", ";"].map((mark) => [mark, 0]));
  let isQuoted = false;
  for (const sign of header) {
    if (sign === '"') isQuoted = !isQuoted;
    const count = counts.get(sign);
    if (!isQuoted && count !== undefined) counts.set(sign, count + 1);
  }
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

function joinLines(lines: readonly Line[]): Buffer {
  return Buffer.concat(
    lines.flatMap((line, index) => (index === 0 ? [line.bytes] : [Buffer.from("\n"), line.bytes])),
  );
}
