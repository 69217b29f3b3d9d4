/** What a chart draws, without pixels: shown as HTML or by Plot, and downloaded as SVG or PNG. */

export interface Bar {
  key: string;
  label: string;
  /** Beside the label, such as the kind of a technology. */
  hint?: string;
  count: number;
  /** 0 to 1. */
  share?: number;
  href?: string;
}

/** A column of a time axis; `part` is the accented portion of `count`, such as the winners. */
export interface Column {
  key: string;
  label: string;
  count: number;
  part: number;
  href?: string;
}

export interface LinePoint {
  /** Name of the event or year on the axis. */
  at: string;
  share: number;
  count: number;
  href?: string;
}

export interface LineSeries {
  key: string;
  label: string;
  points: readonly LinePoint[];
}

export interface DumbbellEnd {
  count: number;
  share: number;
  href?: string;
}

export interface Dumbbell {
  key: string;
  label: string;
  a: DumbbellEnd;
  b: DumbbellEnd;
  lift: number;
}

/** Row and column headings are the same names in the same order; the diagonal is empty. */
export interface MatrixCell {
  row: number;
  column: number;
  count: number;
  /** Of the row's projects, the part that also has the column. */
  share: number;
  href?: string;
}

export type Drawing =
  | { kind: "bars"; unit: string; bars: readonly Bar[] }
  | { kind: "columns"; unit: string; part: string; columns: readonly Column[] }
  | { kind: "lines"; unit: string; series: readonly LineSeries[] }
  | { kind: "dumbbells"; names: readonly [a: string, b: string]; rows: readonly Dumbbell[] }
  | { kind: "matrix"; names: readonly string[]; cells: readonly MatrixCell[] };
