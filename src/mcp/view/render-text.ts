/** An answer as compact text: one line per field, one line per row; what is empty is left out. */

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every(isEmpty));

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

const isLong = (value: unknown): value is string =>
  typeof value === "string" && (value.includes("\n") || value.length > 300);

const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => !isEmpty(member));

/** A value on one line. */
function inline(value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isEmpty(item));
    return items.map(inline).join(items.every(isScalar) ? ", " : " | ");
  }
  if (isScalar(value)) return String(value).replaceAll(/\s+/g, " ").trim();
  const members = entriesOf(value as object);
  // A reference such as {slug, name} reads as its one value when nothing else is shown of it.
  if (members.length === 1) return inline(members[0]![1]);
  return `(${members.map(([name, member]) => `${name}: ${inline(member)}`).join("; ")})`;
}

const isTable = (value: unknown): value is object[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => !isScalar(item) && !Array.isArray(item));

/** Null in the first field is a group of its own, such as no award. */
function row(value: object): string {
  const [first] = Object.entries(value);
  const group = first?.[1] === null ? `${first[0]}: none; ` : "";
  return (
    group +
    entriesOf(value)
      .map(([name, member]) => `${name}: ${inline(member)}`)
      .join("; ")
  );
}

function lines(value: object, indent: string): string[] {
  return entriesOf(value).flatMap(([name, member]) => {
    if (isTable(member)) return [`${indent}${name}:`, ...member.map((item) => `${indent}- ${row(item)}`)];
    if (isLong(member)) return [`${indent}${name}:`, member];
    const nested = !isScalar(member) && !Array.isArray(member);
    if (nested && Object.values(member as object).some((one) => isTable(one) || isLong(one)))
      return [`${indent}${name}:`, ...lines(member as object, `${indent}  `)];
    return [`${indent}${name}: ${inline(member)}`];
  });
}

export function renderText(value: object): string {
  return lines(value, "").join("\n") || "Nothing found.";
}
