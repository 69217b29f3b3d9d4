/** With fewer projects on a side, one more or less changes the difference of the shares. */
const enough = 3;

export const hasFew = (a: number, b: number): boolean => Math.min(a, b) < enough;

/** Rows with few projects on either side come last, so that chance does not lead; else the order stays. */
export function fewLast<Row>(rows: readonly Row[], countsOf: (row: Row) => [a: number, b: number]): Row[] {
  const few = (row: Row) => Number(hasFew(...countsOf(row)));
  return [...rows].sort((one, other) => few(one) - few(other));
}

/** The note of a chart in this order; empty where it does not matter. */
export function fewLastNote(rows: readonly { a: { count: number }; b: { count: number } }[]): string {
  const few = rows.filter(({ a, b }) => hasFew(a.count, b.count)).length;
  return few === 0 || few === rows.length
    ? ""
    : `Rows with fewer than ${enough} projects on a side come last`;
}
