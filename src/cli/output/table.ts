/** Plain text tables: aligned columns, truncated to the width of the terminal. */
import { fitted, onOneLine, padded, widthOf } from "./width.ts";

export interface TableColumn {
  title: string;
  /** Right-aligned, for numbers. */
  right?: boolean;
  /** Takes the remaining width; its cells are truncated with an ellipsis. */
  flexible?: boolean;
}

const GAP = "  ";
const SMALLEST_FLEXIBLE = 12;

/** The table as lines without trailing blanks; the first line contains the titles. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => row.map(onOneLine))];
  const natural = columns.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ""))));
  const widths = shareWidth(columns, natural, width);
  return cells.map((row) =>
    columns
      .map(({ right }, index) => {
        const columnWidth = widths[index] ?? 0;
        return padded(fitted(row[index] ?? "", columnWidth), columnWidth, right);
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** Distributes the width left by the fixed columns among the flexible ones. */
function shareWidth(columns: readonly TableColumn[], natural: readonly number[], width: number): number[] {
  const flexible = natural.flatMap((size, index) => (columns[index]?.flexible ? [{ index, size }] : []));
  const fixed = natural.reduce((sum, size, index) => (columns[index]?.flexible ? sum : sum + size), 0);
  let left = width - fixed - GAP.length * (columns.length - 1);
  const widths = [...natural];
  // Narrow ones first, so that their unused width goes to the wide ones.
  flexible.sort((a, b) => a.size - b.size);
  flexible.forEach(({ index, size }, place) => {
    const share = Math.max(SMALLEST_FLEXIBLE, Math.floor(left / (flexible.length - place)));
    const taken = Math.min(size, share);
    widths[index] = taken;
    left -= taken;
  });
  return widths;
}
