/** Records in rows and columns, in every format. */
import { type CsvCell, csvRow } from "../../contract/values/csv.ts";
import { jsonText } from "../../contract/values/json-text.ts";
import { inlineText, plain } from "../../contract/values/markdown-text.ts";
import type { CommandContext } from "../context.ts";
import { bar, barWidth } from "./bars.ts";
import type { Format } from "./format.ts";
import { renderTable } from "./table.ts";
import { firstColumns, onOneLine, outputWidth } from "./width.ts";

/** A column of tables (`title`), of CSV (`name`), or of both. */
export interface Column<Row> {
  /** Heading in tables and in Markdown. */
  title?: string;
  right?: boolean;
  flexible?: boolean;
  /** Heading in CSV. */
  name?: string;
  value?(row: Row): CsvCell;
  /** As people read it; `rows` are those of the same table. */
  text?(row: Row, rows: readonly Row[]): string;
  /** Not in Markdown: bars. */
  drawn?: true;
}

/** Bars, scaled to the greatest number of the table. */
export const barColumn = <Row>(numberOf: (row: Row) => number): Column<Row> => ({
  title: "",
  drawn: true,
  text: (row, rows) => bar(numberOf(row), Math.max(0, ...rows.map(numberOf)), barWidth()),
});

export interface Listing<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** A table below a heading. */
export interface Section {
  heading: string;
  // biome-ignore lint/suspicious/noExplicitAny: sections of one answer have rows of different kinds
  listing: Listing<any>;
}

export interface Answer<Row> {
  /** The response of the API. */
  response: object;
  /** What CSV and JSON Lines contain, and tables when there are no sections. */
  records: Listing<Row>;
  /** Lines before the tables. */
  lead?: readonly string[];
  /** In tables and Markdown: instead of the records. */
  sections?: readonly Section[];
  /** In tables and Markdown: after them. */
  more?: readonly Section[];
}

export function showAnswer<Row>(context: CommandContext, format: Format, answer: Answer<Row>): void {
  const { response, records } = answer;
  if (format === "json") context.printJson(response);
  else if (format === "jsonl") for (const row of records.rows) context.print(jsonText(row));
  else if (format === "csv") showCsv(context, records);
  else if (format === "markdown") showMarkdown(context, answer);
  else showTables(context, answer);
}

function showTables<Row>(context: CommandContext, answer: Answer<Row>): void {
  const { records, lead = [], sections, more = [] } = answer;
  for (const line of lead) context.print(onOneLine(line));
  if (!sections) {
    if (lead.length > 0) context.print("");
    showTable(context, records);
  }
  [...(sections ?? []), ...more].forEach(({ heading, listing }, at) => {
    if (at > 0 || lead.length > 0 || !sections) context.print("");
    context.print(context.colours.bold(onOneLine(heading)));
    showTable(context, listing);
  });
}

/** Titles in bold, bars in colour; prints a note instead of a table without rows. */
export function showTable<Row>(context: CommandContext, { columns, rows }: Listing<Row>): void {
  if (rows.length === 0) {
    context.note("Nothing found.");
    return;
  }
  const shown = columns.filter(({ title }) => title !== undefined);
  const width = outputWidth();
  const cells = rows.map((row) => shown.map((column) => textOf(column, row, rows)));
  const titled = shown.map(({ title = "", right, flexible }) => ({ title, right, flexible }));
  const [titles = "", ...lines] = renderTable(titled, cells, width).map((line) => firstColumns(line, width));
  context.print(context.colours.bold(titles));
  for (const line of lines) context.print(line.replace(/[\u2588-\u258f]+/gu, context.colours.cyan));
}

function textOf<Row>({ value, text }: Column<Row>, row: Row, rows: readonly Row[]): string {
  if (text) return text(row, rows);
  const cell = value?.(row);
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return cell === null || cell === undefined ? "" : String(cell);
}

function showCsv<Row>(context: CommandContext, { columns, rows }: Listing<Row>): void {
  const named = columns.filter(({ name }) => name !== undefined);
  context.write(csvRow(named.map(({ name }) => name)));
  for (const row of rows) context.write(csvRow(named.map(({ value }) => value?.(row))));
}

function showMarkdown<Row>(context: CommandContext, answer: Answer<Row>): void {
  const { records, lead = [], sections, more = [] } = answer;
  const parts = [
    ...(lead.length > 0 ? [lead.map(plain).join("  \n")] : []),
    ...(sections ? [] : [markdownTable(records)]),
    ...[...(sections ?? []), ...more].map(
      ({ heading, listing }) => `## ${plain(heading)}\n\n${markdownTable(listing)}`,
    ),
  ];
  context.print(parts.join("\n\n"));
}

export function markdownTable<Row>({ columns, rows }: Listing<Row>): string {
  if (rows.length === 0) return "Nothing found.";
  const shown = columns.filter(({ title, drawn }) => title !== undefined && !drawn);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(shown.map(({ title = "" }) => inlineText(title))),
    line(shown.map(({ right }) => (right ? "--:" : "---"))),
    ...rows.map((row) => line(shown.map((column) => inlineText(textOf(column, row, rows))))),
  ].join("\n");
}
