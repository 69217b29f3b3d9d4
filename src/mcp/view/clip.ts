/** Shortens long texts. */
import { countCodePoints, firstCodePoints } from "../../contract/values/text.ts";

const note = / … \[(\d+) characters in all\]$/;

/** The first `max` characters (code points), and how many there are; of a clipped text too. */
export function clip(text: string, max: number): string {
  const { own, length, inAll } = parse(text);
  if (length <= max) return text;
  return `${firstCodePoints(own, max).trimEnd()} … [${inAll} characters in all]`;
}

/** The first half of what there is of a text, clipped or not. */
export function halve(text: string): string {
  return clip(text, Math.floor(parse(text).length / 2));
}

/** A text without the note of an earlier clip, its length, and that of the whole text. */
function parse(text: string): { own: string; length: number; inAll: number } {
  const clipped = note.exec(text);
  const own = clipped ? text.slice(0, clipped.index) : text;
  const length = countCodePoints(own);
  return { own, length, inAll: clipped ? Number(clipped[1]) : length };
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
