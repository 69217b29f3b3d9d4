/** Normalizes dates for the catalog: the given precision is kept, times are in UTC. */

/**
 * `2024-05-31T14:00+02:00` → `2024-05-31T12:00:00.000Z`; a time without a zone is UTC; a date without a time is
 * unchanged.
 */
export function toUtc(date: string | null | undefined): string | null {
  if (date === null || date === undefined || !date.includes("T") || date.endsWith("Z")) return date ?? null;
  return /[+-]\d\d:\d\d$/.test(date) ? new Date(date).toISOString() : `${date}Z`;
}

/** A full instant, such as `2024-05-31T00:00:00.000Z`. */
export function toInstant(date: string | null | undefined): string | null {
  const utc = toUtc(date);
  return utc === null ? null : new Date(utc).toISOString();
}
