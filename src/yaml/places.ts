/** Finds the position of a field in a YAML document. */
import { type Document, isAlias, isCollection, isMap, isScalar } from "yaml";

/** The offset of the field, or of the nearest entry around it when the field itself is missing. */
export function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const inside = path.slice(0, depth);
    const parent = document.getIn(inside.slice(0, -1), true);
    const last = inside.at(-1);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
      if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(inside, true);
    if ((isScalar(node) || isCollection(node) || isAlias(node)) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
