/** Shortens an answer until it fits: whole rows of the list that continues, then other lists, then texts. */
import type { Json } from "../tool.ts";
import { halve } from "./clip.ts";

/**
 * Characters of JSON per token of the same answer as text, which is shorter but denser. English prose has more than
 * four; lists of keys and slugs, measured with o200k_base (`npm run mcp:tokens`), as few as this.
 */
export const charactersPerToken = 3.2;

/** Shorter texts are never cut. */
const shortestCut = 400;

export const sizeOf = (value: unknown): number => JSON.stringify(value).length;

export interface Shortened {
  value: Json;
  /** Items left out, by the path of their list. */
  omitted: Record<string, number>;
}

interface Part {
  path: string;
  size: number;
  cut(): void;
}

/** `list`: a field whose last rows are left out first, to be asked for with a cursor. Does not change its argument. */
export function shorten(
  value: Json,
  { characters, list }: { characters: number; list: string | null },
): Shortened {
  const copy = structuredClone(value);
  const omitted: Record<string, number> = {};
  if (list !== null && Array.isArray(copy[list])) keepRows(copy, list, characters);
  for (let size = sizeOf(copy); size > characters; size = sizeOf(copy)) {
    const parts = shortenable(copy, "", omitted).filter(({ path }) => path !== list);
    const largest = parts.reduce<Part | null>((a, b) => (a === null || b.size > a.size ? b : a), null);
    if (largest === null) break;
    largest.cut();
  }
  return { value: copy, omitted };
}

/** At least one row stays. */
function keepRows(value: Json, list: string, characters: number): void {
  const rows = value[list] as unknown[];
  let left = characters - sizeOf({ ...value, [list]: [] });
  const fitting = rows.findIndex((row) => {
    left -= sizeOf(row) + 1;
    return left < 0;
  });
  if (fitting >= 0) value[list] = rows.slice(0, Math.max(1, fitting));
}

/** Every list of more than one item, and every long text. */
function shortenable(value: unknown, path: string, omitted: Record<string, number>): Part[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): Part[] => {
    const at = path === "" ? key : `${path}.${key}`;
    if (typeof member === "string" && member.length > shortestCut) {
      const cut = () => {
        Object.assign(value, { [key]: halve(member) });
      };
      return [{ path: at, size: member.length, cut }];
    }
    const parts = shortenable(member, at, omitted);
    if (!Array.isArray(member) || member.length < 2) return parts;
    const cut = () => {
      const kept = Math.floor(member.length * 0.75);
      omitted[at] = (omitted[at] ?? 0) + member.length - kept;
      member.length = kept;
    };
    return [...parts, { path: at, size: sizeOf(member), cut }];
  });
}
