/** CSV by RFC 4180. */

export type Cell = string | number | boolean | null | undefined;

/** A spreadsheet evaluates text that begins with one of these (OWASP, "CSV injection"). */
const formulaStart = /^[=+\-@\t\r]/;
const quoted = /[",\r\n]|^\s|\s$/;

/** One line, with its end. Text that a spreadsheet would evaluate begins with an apostrophe; numbers stay as they are. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
