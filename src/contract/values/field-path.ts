/** Formats a field's path: `["prizes", 0, "amount"]` → `prizes[0].amount`; empty for the value itself. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === "number") return `${name}[${step}]`;
    return name === "" ? String(step) : `${name}.${String(step)}`;
  }, "");
}
