import { csvRow } from "../../../src/contract/values/csv.ts";
import { type Cell, type ChartTable, kindOf, shareCell } from "./table.ts";

type FileTable = Pick<ChartTable, "columns" | "kinds" | "rows">;

/** CSV as in RFC 4180, with CRLF line ends. */
export function csvOf(table: FileTable): string {
  return [table.columns, ...fileRows(table)].map(csvRow).join("");
}

/** JSON Lines: an object per row, by column name. */
export function jsonLinesOf(table: FileTable): string {
  const object = (row: readonly Cell[]) =>
    Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null]));
  return fileRows(table)
    .map((row) => `${JSON.stringify(object(row))}\n`)
    .join("");
}

/** Shares and lifts stay numbers; only their noise is rounded away. */
const fileRows = ({ kinds, rows }: FileTable): Cell[][] =>
  rows.map((row) =>
    row.map((cell, at) =>
      typeof cell === "number" && ["share", "lift"].includes(kindOf({ kinds }, at)) ? shareCell(cell) : cell,
    ),
  );
