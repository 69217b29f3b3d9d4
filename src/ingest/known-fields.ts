/** The known fields of a record, and their limits. */
import type { FieldTree } from "../contract/values/field-tree.ts";

/**
 * Removes fields that the tree does not contain; `note` receives their paths, without indexes. Unknown fields are
 * removed before any other work: an export often has more fields than the record.
 */
export function knownFieldsOnly(value: unknown, tree: FieldTree, note: (path: string) => void): unknown {
  const keep = (given: unknown, known: FieldTree, path: string): unknown => {
    if (Array.isArray(given)) return given.map((item) => keep(item, known, path));
    if (typeof given !== "object" || given === null) return given;
    const kept: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(given)) {
      const place = path === "" ? name : `${path}.${name}`;
      if (!Object.hasOwn(known, name)) note(place);
      else kept[name] = known[name] ? keep(member, known[name], place) : member;
    }
    return kept;
  };
  return keep(value, tree, "");
}

export interface RecordLimits {
  /** Items over all lists. */
  items: number;
  /** Nesting of lists and objects, in levels. */
  depth: number;
}

/**
 * Which limit the known fields of a record exceed (without a tree: all fields). Checked first, because later steps
 * recurse.
 */
export function exceededLimit(
  record: unknown,
  tree: FieldTree | null,
  limits: RecordLimits,
): keyof RecordLimits | null {
  let items = 0;
  const walk = (value: unknown, known: FieldTree | null, depth: number): keyof RecordLimits | null => {
    if (typeof value !== "object" || value === null) return null;
    if (depth > limits.depth) return "depth";
    if (Array.isArray(value)) items += value.length;
    if (items > limits.items) return "items";
    for (const [name, member] of Object.entries(value)) {
      if (known !== null && !Array.isArray(value) && !Object.hasOwn(known, name)) continue;
      const deeper = known === null || Array.isArray(value) ? known : known[name]!;
      const exceeded = walk(member, deeper, depth + 1);
      if (exceeded !== null) return exceeded;
    }
    return null;
  };
  return walk(record, tree, 1);
}
