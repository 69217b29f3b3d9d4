/** Plain text tables: aligned columns, truncated to the width of the terminal. */
export interface Column {
  title: string;
  /** Right-aligned, for numbers. */
  right?: boolean;
  /** Takes the remaining width; its cells are truncated with an ellipsis. */
  flexible?: boolean;
}

const GAP = "  ";
const SMALLEST_FLEXIBLE = 12;

/** The table as lines without trailing blanks; the first line holds the titles. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => row.map(onOneLine))];
  const natural = columns.map((_, index) =>
    Math.max(...cells.map((row) => codePoints(row[index] ?? "").length)),
  );
  const widths = shareWidth(columns, natural, width);
  return cells.map((row) =>
    columns
      .map((column, index) => pad(row[index] ?? "", widths[index] ?? 0, column.right ?? false))
      .join(GAP)
      .trimEnd(),
  );
}

/** Distributes the width left by the fixed columns among the flexible ones. */
function shareWidth(columns: readonly Column[], natural: readonly number[], width: number): number[] {
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

function pad(cell: string, width: number, right: boolean): string {
  const points = codePoints(cell);
  const shown = points.length > width ? `${points.slice(0, width - 1).join("")}…` : cell;
  const blanks = " ".repeat(Math.max(0, width - points.length));
  return right ? blanks + shown : shown + blanks;
}

const codePoints = (text: string): string[] => [...text];

/** Control characters in records must not move the cursor or colour the terminal. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, " ").trim();
}
