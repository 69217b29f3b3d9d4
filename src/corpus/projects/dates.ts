/** Dates of records: ISO 8601 of any precision, read as UTC unless they have an offset. */

const withoutZone = /T\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/**
 * Milliseconds since 1970, so that dates of different precision and offset are comparable; the distant past when
 * unknown.
 */
export function timeOf(date: string | null): number {
  if (date === null) return farPast;
  const time = Date.parse(withoutZone.test(date) ? `${date}Z` : date);
  return Number.isNaN(time) ? farPast : time;
}

const farPast = -8.64e15;

/** The same date as the timestamp that the API documents; a day or less begins at midnight. */
export function instantOf(date: string): string {
  return new Date(timeOf(date)).toISOString();
}
