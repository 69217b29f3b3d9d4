/** Divides long lists: a statement names or writes a limited number of rows. */

/** Rows that a query names: SQLite binds at most 32,766 parameters in one statement. */
export const ROWS_PER_QUERY = 5_000;

export function* portions<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let portion: T[] = [];
  for (const item of items) {
    portion.push(item);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
