/** Text as the catalog keeps it: no control characters but tab and newline, no half surrogate pairs. */

const SUSPECT = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/;
const LINE_BREAK = /\r\n?|[\x0b\x0c\x85]/g;
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Carriage returns, form feeds and their like become newlines, other control characters go, a lone surrogate
 * becomes U+FFFD. Everything else stays: emoji, marks of writing direction, any script.
 */
export function cleanText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(LINE_BREAK, "\n").replace(CONTROL, "").replace(LONE_SURROGATE, "\uFFFD");
}

/** Text of a single line: white space of any length becomes one space, none at the ends. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ").trim();
}

/** `cleanText` on every string inside a JSON value; the value itself when nothing had to change. */
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

/** Text for messages and rejects files: at most `max` UTF-16 units, and a mark where it was cut. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, "")} …`;
}
