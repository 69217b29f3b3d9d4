export interface Side {
  count: number;
  share: number;
}

/** With fewer projects, one more or less makes another difference. */
const enough = 3;

/** Whether the greater share is that of few projects; a side without any says as much as its total. */
const restsOnFew = (a: Side, b: Side): boolean => (a.share > b.share ? a : b).count < enough;

/** Rows that rest on few projects come last, so that chance does not lead; else the order stays. */
export function fewLast<Row>(rows: readonly Row[], sidesOf: (row: Row) => [a: Side, b: Side]): Row[] {
  const few = (row: Row) => Number(restsOnFew(...sidesOf(row)));
  return [...rows].sort((one, other) => few(one) - few(other));
}

/** The note of a chart in this order; empty where no row rests on few projects. */
export function fewLastNote(rows: readonly { a: Side; b: Side }[]): string {
  const few = rows.filter(({ a, b }) => restsOnFew(a, b)).length;
  if (few === 0) return "";
  return few === rows.length
    ? `The greater share of each row is of fewer than ${enough} projects: it may be chance`
    : `Rows whose greater share is of fewer than ${enough} projects come last`;
}
