import { csvRow } from "../../../src/contract/values/csv.ts";
import type { Cell, ChartTable } from "./table.ts";

/** CSV as in RFC 4180, with CRLF line ends. */
export function csvOf({ columns, rows }: Pick<ChartTable, "columns" | "rows">): string {
  return [columns, ...rows].map(csvRow).join("");
}

/** JSON Lines: an object per row, by column name. */
export function jsonLinesOf({ columns, rows }: Pick<ChartTable, "columns" | "rows">): string {
  const object = (row: readonly Cell[]) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));
  return rows.map((row) => `${JSON.stringify(object(row))}\n`).join("");
}
