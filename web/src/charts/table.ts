/** The table of a chart: what it shows in numbers, for reading and for download. */
export type Cell = string | number | null;

export interface ChartTable {
  columns: readonly string[];
  /** One per row of the chart; the first cell names it. */
  rows: readonly (readonly Cell[])[];
  /** Address of the list behind each row. */
  hrefs?: readonly (string | undefined)[];
}

/** Shares are stored with four decimals, so that a spreadsheet shows no rounding noise. */
export const shareCell = (share: number): number => Math.round(share * 10_000) / 10_000;
