/** Serializes values nested deeper than `JSON.stringify` supports: it recurses, and fails near 4,000 levels. */

/** Like `JSON.stringify(value, null, indent)`; a value too deep for that is written on one line. */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return deepJsonText(value);
  }
}

type Step = { text: string } | { value: unknown };

/** For plain JSON values, without recursion. */
export function deepJsonText(root: unknown): string {
  const pieces: string[] = [];
  // Remaining steps, the next one last.
  const steps: Step[] = [{ value: root }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ("text" in step) pieces.push(step.text);
    else if (typeof step.value !== "object" || step.value === null)
      pieces.push(JSON.stringify(step.value) ?? "null");
    else steps.push(...stepsOf(step.value).reverse());
  }
  return pieces.join("");
}

function stepsOf(value: object): Step[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item): Step[] => [{ text: "," }, { value: item }]).slice(1);
    return [{ text: "[" }, ...items, { text: "]" }];
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .flatMap(([key, member]): Step[] => [{ text: `,${JSON.stringify(key)}:` }, { value: member }]);
  const [first, ...others] = members;
  if (first && "text" in first) return [{ text: `{${first.text.slice(1)}` }, ...others, { text: "}" }];
  return [{ text: "{}" }];
}
