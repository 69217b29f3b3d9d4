/**
 * Reads untyped parser output. Own properties only, so that a file cannot reach prototypes; a value of another type
 * than requested counts as absent.
 */
export type Branch = Readonly<Record<string, unknown>>;

const NOTHING: Branch = Object.freeze(Object.create(null));

export function isBranch(value: unknown): value is Branch {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

export function valueAt(tree: unknown, ...path: readonly string[]): unknown {
  let value = tree;
  for (const key of path) {
    if (!isBranch(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

export function branchAt(tree: unknown, ...path: readonly string[]): Branch {
  const value = valueAt(tree, ...path);
  return isBranch(value) ? value : NOTHING;
}

export function entriesAt(tree: unknown, ...path: readonly string[]): [string, unknown][] {
  return Object.entries(branchAt(tree, ...path));
}

export function listAt(tree: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(tree, ...path);
  return Array.isArray(value) ? value : [];
}

export function textAt(tree: unknown, ...path: readonly string[]): string | undefined {
  const value = valueAt(tree, ...path);
  return typeof value === "string" ? value : undefined;
}

/** One or many: XML gives a list only where an element is repeated. */
export function itemsAt(tree: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(tree, ...path);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
