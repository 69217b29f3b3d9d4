/**
 * Optimal string alignment distance: insertions, deletions, substitutions and transpositions of two adjacent
 * characters, each substring edited once (Damerau, 1964). Characters are UTF-16 units.
 */

/** The distance of two strings, or `limit + 1` when it is greater than `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  return Math.min(limit + 1, align(a, b, { costs: unitCosts, limit }));
}

/**
 * Cost of the edits from `typed` to `meant` as typing errors: an ordinary edit 1; a slip to a neighboring key, a
 * transposition, and a doubled or dropped repeat less; an edit of the first letter more.
 */
export function typingCost(typed: string, meant: string): number {
  const first = typed[0] === meant[0] ? 0 : firstLetterCost;
  return align(typed, meant, { costs: typingCosts, limit: Number.POSITIVE_INFINITY }) + first;
}

const firstLetterCost = 0.4;

interface Costs {
  substitute(a: string, b: string): number;
  /** Cost of inserting or deleting character `at`, whose neighbor in the same word is `before`. */
  gap(at: string, before: string | undefined): number;
  transpose: number;
}

const unitCosts: Costs = { substitute: () => 1, gap: () => 1, transpose: 1 };

const typingCosts: Costs = {
  substitute: (a, b) => (neighbors(a, b) ? 0.7 : 1),
  gap: (at, before) => (at === before ? 0.6 : 1),
  transpose: 0.7,
};

function align(a: string, b: string, { costs, limit }: { costs: Costs; limit: number }): number {
  const width = b.length + 1;
  let beforeLast = new Float64Array(width);
  let last = new Float64Array(width);
  let row = new Float64Array(width);
  for (let j = 1; j < width; j++) last[j] = last[j - 1]! + costs.gap(b[j - 1]!, b[j - 2]);
  for (let i = 1; i <= a.length; i++) {
    row[0] = last[0]! + costs.gap(a[i - 1]!, a[i - 2]);
    let least = row[0]!;
    for (let j = 1; j < width; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = last[j - 1]! + (same ? 0 : costs.substitute(a[i - 1]!, b[j - 1]!));
      cost = Math.min(cost, last[j]! + costs.gap(a[i - 1]!, a[i - 2]));
      cost = Math.min(cost, row[j - 1]! + costs.gap(b[j - 1]!, b[j - 2]));
      if (i > 1 && j > 1 && !same && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + costs.transpose);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length]!;
}

const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Column and row of a key on a QWERTY keyboard, whose rows are each shifted by half a key. */
const places = new Map(
  rows.flatMap((letters, y) => [...letters].map((letter, x) => [letter, { x: x + y / 2, y }] as const)),
);

function neighbors(a: string, b: string): boolean {
  const one = places.get(a);
  const other = places.get(b);
  return one !== undefined && other !== undefined && Math.hypot(one.x - other.x, one.y - other.y) < 1.2;
}
