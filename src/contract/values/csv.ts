/** Writes CSV (RFC 4180). */

export type CsvCell = string | number | boolean | null | undefined;

/**
 * One row with its line end. Spreadsheets run a cell that begins with `=`, `+`, `-` or `@` as a formula: such a text gets
 * an apostrophe before it.
 */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
