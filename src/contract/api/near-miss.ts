/** Suggests field names for unknown fields of a request. */
import type { z } from "zod";
import { fieldTree } from "../values/field-tree.ts";

const maxDistance = 2;

/** The field of the object at `path` nearest to an unknown `key`, within edit distance 2; null without one. */
export function nearestField(schema: z.ZodType, path: readonly PropertyKey[], key: string): string | null {
  let fields = fieldTree(schema);
  for (const step of path) if (typeof step !== "number") fields = fields?.[String(step)] ?? null;
  let nearest: string | null = null;
  let least = maxDistance + 1;
  for (const name of Object.keys(fields ?? {})) {
    // A name of one or two letters would match any short key.
    if (name.length <= maxDistance) continue;
    const distance = editDistance(name, key);
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Levenshtein distance in UTF-16 units; any value above {@link maxDistance} only means "more than that". */
export function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > maxDistance) return maxDistance + 1;
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++)
      row.push(Math.min(above[j]! + (a[i] === b[j] ? 0 : 1), above[j + 1]! + 1, row[j]! + 1));
    above = row;
  }
  return above[b.length]!;
}
