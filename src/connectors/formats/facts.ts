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
 * A date in ISO 8601, with the precision that is given, or with the name of a month, as mail and HTTP write it; in UTC
 * where no zone is given. Null for anything else, for a date in the future, and before the year 1000.
 */
export function pastDate(value: unknown, now: number = Date.now()): string | null {
  const text =
    value instanceof Date ? isoOf(value.getTime()) : typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > MAX_DATE) return null;
  const iso = isoDateSchema.safeParse(text.trim().replace(likeIso, isoOfParts));
  const date = iso.success ? iso.data : dateOfWords(text.trim());
  if (date === null || date < "1000") return null;
  return Date.parse(date) > now + DAY_MS ? null : date;
}

const MAX_DATE = 200;

/** Such as `2024-05-31 10:00:00 +0200`, as front matter and databases have it. */
const likeIso =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:(Z|UTC|GMT)|([+-]\d\d)(?::?(\d\d))?)?$/i;

function isoOfParts(_text: string, ...parts: (string | undefined)[]): string {
  const [day, time, utc, hours, minutes = "00"] = parts;
  return `${day}T${time}${utc === undefined ? "" : "Z"}${hours === undefined ? "" : `${hours}:${minutes}`}`;
}

const month =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;
/** Of four digits, or of two as in old mail; 0001 stands for none. */
const year = /(?<!\s[+-])\b[1-9]\d{3}\b|^\D{0,12}\d{1,2}[ -][a-z]{3}[ -]\d\d\b/i;
const zone = /\d:\d\d.{0,20}?(?:[\s\d][+-]\d\d:?\d\d|\b(?:Z|UTC?|GMT|[ECMP][SD]T)\b)/;
/** RFC 5322: zones with other names are taken as UTC. */
const unknownZone = /(\d:\d\d) [A-Z]{3,5}(?: DST)?\b/;

/** The engine reads much more than dates (`Chapter 12`), and takes a time without a zone as that of this machine. */
function dateOfWords(text: string): string | null {
  if (!month.test(text) || !year.test(text)) return null;
  const inUtc = (one: string) => Date.parse(zone.test(one) ? one : `${one} UTC`);
  const given = inUtc(text);
  const date = isoOf(Number.isNaN(given) ? inUtc(text.replace(unknownZone, "$1")) : given);
  if (/\d:\d\d/.test(text)) return date;
  const hasDay = /\d/.test(text.replace(/\d{4}/, ""));
  return date?.slice(0, hasDay ? 10 : 7) ?? null;
}

function isoOf(ms: number): string | null {
  return Number.isFinite(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString().replace(".000Z", "Z") : null;
}
