/** Titles, authors and dates, as formats state them. */
import { isoDateSchema } from "../../contract/values/iso-date.ts";

/** Clocks and time zones of others differ. */
const DAY_MS = 86_400_000;

/** `guides/getting-started.md` → `Getting started`; an index is named after its folder. */
export function titleOfName(name: string): string {
  const parts = name
    .replace(/\.gz$/i, "")
    .split(/[\\/]/)
    .filter((part) => part !== "");
  const last = withoutEnding(parts.at(-1) ?? "");
  const plain = /^(?:index|readme|_index)$/i.test(last) && parts.length > 1 ? parts.at(-2)! : last;
  const words = plain.replace(/[-_\s]+/g, " ").trim();
  return words === "" ? "Untitled" : words[0]!.toUpperCase() + words.slice(1);
}

const withoutEnding = (name: string) => name.replace(/(?!^)\.[a-z0-9]{1,10}$/i, "");

/** The first of `values` that is a title: text on one line; null when none is. */
export function firstText(...values: unknown[]): string | null {
  for (const value of values) {
    const text = typeof value === "string" || typeof value === "number" ? oneLine(String(value)) : "";
    if (text !== "") return text;
  }
  return null;
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** A name, a list of names, or objects with a `name`, as `A, B`; null without any. */
export function authorsOf(value: unknown): string | null {
  const entries = Array.isArray(value) ? value.slice(0, 50) : [value];
  const names = entries.flatMap((entry) => {
    const name = firstText(
      typeof entry === "object" && entry !== null ? (entry as { name?: unknown }).name : entry,
    );
    return name === null ? [] : [name];
  });
  return names.length === 0 ? null : names.join(", ");
}

/**
 * A date in ISO 8601, with the precision that is given, or as mail and HTTP write it. Null for anything else, for a
 * date in the future, and before the year 1000.
 */
export function pastDate(value: unknown, now: number = Date.now()): string | null {
  const text =
    value instanceof Date ? isoOf(value.getTime()) : typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return null;
  const iso = isoDateSchema.safeParse(text.trim().replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d)/, "$1T$2"));
  const date = iso.success ? iso.data : /[a-z]{3}/i.test(text) ? isoOf(Date.parse(text.trim())) : null;
  if (date === null || date < "1000") return null;
  return Date.parse(date) > now + DAY_MS ? null : date;
}

function isoOf(ms: number): string | null {
  return Number.isFinite(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString().replace(".000Z", "Z") : null;
}
