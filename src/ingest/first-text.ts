/** What names a record in messages, read from whatever shape it has. */

/** The first of these fields that is a text, cut short. */
export function firstText(raw: unknown, fields: readonly string[]): string | null {
  if (typeof raw !== "object" || raw === null) return null;
  for (const field of fields) {
    const value = (raw as Record<string, unknown>)[field];
    if (typeof value === "string" && value !== "") return value.slice(0, 200);
  }
  return null;
}
