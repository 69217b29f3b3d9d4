/** Shortens long texts. */
import { countCodePoints, firstCodePoints } from "../../contract/values/text.ts";

const note = / … \[(\d+) characters in all\]$/;

/** The first `max` characters, and how many there are; of a clipped text too. */
export function clip(text: string, max: number): string {
  const clipped = note.exec(text);
  const own = clipped ? text.slice(0, clipped.index) : text;
  const length = countCodePoints(own);
  if (length <= max) return text;
  return `${firstCodePoints(own, max).trimEnd()} … [${clipped?.[1] ?? length} characters in all]`;
}

/** Clips the texts at one dotted path, looking through lists; `*` is any name. */
export function clipAt(value: unknown, path: readonly string[], max: number): unknown {
  if (Array.isArray(value)) return value.map((item) => clipAt(item, path, max));
  if (typeof value === "string") return path.length === 0 ? clip(value, max) : value;
  if (typeof value !== "object" || value === null) return value;
  const [name, ...rest] = path;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      name === "*" || name === key ? clipAt(member, rest, max) : member,
    ]),
  );
}
