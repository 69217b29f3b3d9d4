/** Finds the text that names a record in messages, whatever the record's shape. */

/** The first of these fields that is a string, shortened. */
export function firstText(raw: unknown, fields: readonly string[]): string | null {
  if (typeof raw !== "object" || raw === null) return null;
  for (const field of fields) {
    const value = (raw as Record<string, unknown>)[field];
    if (typeof value === "string" && value !== "") return value.slice(0, 200);
  }
  return null;
}
