/** The table of a chart: what it shows in numbers, for reading and for download. */
export type Cell = string | number | null;

/** How the page writes a column; files have the numbers themselves. */
export type CellKind = "text" | "count" | "share" | "lift";

export interface ChartTable {
  columns: readonly string[];
  /** One per column; without them, the first is text and the others are counts. */
  kinds?: readonly CellKind[];
  /** Adjacent columns under a common heading, on the page. */
  groups?: readonly ColumnGroup[];
  /** One per row of the chart; the first cell names it. */
  rows: readonly (readonly Cell[])[];
  /** Address of the list behind each row. */
  hrefs?: readonly (string | undefined)[];
}

export interface ColumnGroup {
  title: string;
  /** Position of its first column. */
  from: number;
  /** What each of its columns is called below the title. */
  columns: readonly string[];
}

/** Shares are stored with four decimals, so that a spreadsheet shows no rounding noise. */
export const shareCell = (share: number): number => Math.round(share * 10_000) / 10_000;

export const kindOf = ({ kinds }: Pick<ChartTable, "kinds">, at: number): CellKind =>
  kinds?.[at] ?? (at === 0 ? "text" : "count");
