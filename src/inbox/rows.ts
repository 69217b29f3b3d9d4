/** Shared by suggestions and feedback: references by id prefix, and times as ISO 8601 instants. */
import { AccountError } from "../accounts/types.ts";

/** Distinguishes thousands of ids, and is short enough to type. */
const SHORTEST = 6;

/**
 * Bounds of the ids with this prefix: `from` included, `below` excluded. Throws AccountError when no id can have it.
 * Ids are UUIDs in lower case, so "g" sorts after every hexadecimal digit.
 */
export function idRange(reference: string): { from: string; below: string } {
  const from = reference.trim().toLowerCase();
  if (!/^[0-9a-f-]+$/.test(from) || from.length < SHORTEST)
    throw new AccountError(`id: must be an id from the list, or at least its first ${SHORTEST} characters`);
  return { from, below: `${from}g` };
}

/** The only row. Throws AccountError when there is none, or more than one. */
export function onlyRow<Row>(rows: readonly Row[], what: string): Row {
  if (rows.length === 1) return rows[0]!;
  if (rows.length === 0)
    throw new AccountError(
      `There is no ${what} with this id; the list may have changed, reload it`,
      "missing",
    );
  throw new AccountError(`id: more than one ${what} begins with this; give more of its characters`);
}

export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const instantOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : instant(milliseconds);
