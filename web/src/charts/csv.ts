import type { Cell, ChartTable } from "./table.ts";

/** Spreadsheets run text that begins like this as a formula; an apostrophe makes it text. */
const formula = /^[=+\-@\t\r]/;

function field(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV as in RFC 4180, with CRLF line ends. */
export function csvOf({ columns, rows }: Pick<ChartTable, "columns" | "rows">): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** JSON Lines: an object per row, by column name. */
export function jsonLinesOf({ columns, rows }: Pick<ChartTable, "columns" | "rows">): string {
  const object = (row: readonly Cell[]) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));
  return rows.map((row) => `${JSON.stringify(object(row))}\n`).join("");
}
