/**
 * Serializes values nested deeper than `JSON.stringify` supports everywhere: up to Node 24 it recurses, and fails near
 * 4,000 levels.
 */

/** Deeper than this, indentation is longer than what it sets off: its size grows with the square of the depth. */
const deepestIndented = 100;

/** Like `JSON.stringify(value, null, indent)`; a value nested deeper than 100 levels is written on one line. */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent > 0 && isDeeperThan(deepestIndented, value) ? 0 : indent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return deepJsonText(value);
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
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
