/** Drops the fields that a schema does not know. */
import type { FieldTree } from "../contract/values/field-tree.ts";

/**
 * The value without the fields that the tree does not know; `note` is told their paths, indexes left out. Unknown
 * fields go before any other work: an export often carries more than the record itself.
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
