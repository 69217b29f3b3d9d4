/** Cleans text for the catalog: no control characters except tab and newline, no lone surrogates. */

const SUSPECT = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/;
const LINE_BREAK = /\r\n?|[\x0b\x0c\x85]/g;
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Carriage returns, form feeds and similar become newlines, other control characters are removed, and a lone
 * surrogate becomes U+FFFD. All other text is unchanged: emoji, bidirectional marks, any script.
 */
export function cleanText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(LINE_BREAK, "\n").replace(CONTROL, "").replace(LONE_SURROGATE, "\uFFFD");
}

/** Single-line text: white space of any length becomes one space, none at the ends. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/** Applies `cleanText` to every string inside a JSON value; returns the same value when nothing changed. */
export function cleanStrings(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const clean = value.map(cleanStrings);
    return clean.every((item, index) => item === value[index]) ? value : clean;
  }
  const entries = Object.entries(value);
  let changed = false;
  const clean = entries.map(([name, member]) => {
    const next = cleanStrings(member);
    changed ||= next !== member;
    return [name, next] as const;
  });
  return changed ? Object.fromEntries(clean) : value;
}

/** Text for messages and rejects files: at most `max` UTF-16 units, with a mark where it was cut. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, "")} …`;
}
