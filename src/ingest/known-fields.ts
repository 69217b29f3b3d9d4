/** The fields of a record that its schema knows, and their limits. */
import type { FieldTree } from "../contract/values/field-tree.ts";

/**
 * The value without the fields that the tree does not know; `note` gets their paths, without indexes. Unknown
 * fields are removed before any other work: an export often holds more than the record itself.
 */
export function knownFieldsOnly(
  value: unknown,
  tree: FieldTree,
  note: (path: string) => void,
  path = "",
): unknown {
  if (Array.isArray(value)) return value.map((item) => knownFieldsOnly(item, tree, note, path));
  if (typeof value !== "object" || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (!Object.hasOwn(tree, name)) note(path === "" ? name : `${path}.${name}`);
    else {
      const deeper = tree[name];
      kept[name] = deeper
        ? knownFieldsOnly(member, deeper, note, path === "" ? name : `${path}.${name}`)
        : member;
    }
  }
  return kept;
}

export interface RecordLimits {
  /** Items of all lists together. */
  items: number;
  /** Levels of lists and objects within each other. */
  depth: number;
}

/** Which limit the known fields of a record exceed (without a tree: all fields); others may then recurse over them. */
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
