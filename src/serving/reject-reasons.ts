/** Why an import rejected records: the reasons of a rejects file, grouped. */

import type { z } from "zod";
import type { importRunSchema, rejectSchema } from "../contract/api/console/corpus.ts";

type Reject = z.infer<typeof rejectSchema>;
type Reasons = Pick<z.infer<typeof importRunSchema>, "reasons" | "reasonsOf" | "needsMap">;

const REASONS_SHOWN = 5;
/** What a record in a foreign shape violates. */
const SHAPE_RULES = new Set(["missing", "wrong-type", "not-an-object"]);

/** `rejects`: the first of a file; `counts`: of the whole import. */
export function groupRejects(
  rejects: readonly Reject[],
  { lines, rejected }: { lines: number; rejected: number },
): Reasons {
  const groups = new Map<string, Reasons["reasons"][number]>();
  let foreign = 0;
  for (const { field: path, rule, message } of rejects) {
    // An item of a list is like the next one.
    const field = path?.replace(/\[\d+\]/g, "[]") ?? null;
    const key = JSON.stringify([field, rule]);
    const group = groups.get(key) ?? { field, rule, message, count: 0 };
    group.count++;
    groups.set(key, group);
    if (SHAPE_RULES.has(rule)) foreign++;
  }
  const reasons = [...groups.values()].sort((a, b) => b.count - a.count).slice(0, REASONS_SHOWN);
  const needsMap = rejected > lines / 2 && foreign > rejects.length / 2;
  return { reasons, reasonsOf: rejects.length, needsMap };
}
