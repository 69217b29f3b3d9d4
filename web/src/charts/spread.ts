/**
 * Moves values apart until neighbors are at least `gap` apart, each as little as the order allows; the result is in
 * the order of the input, and is within `bounds` where there is space for all.
 */
export function spread(
  values: readonly number[],
  gap: number,
  [low, high]: readonly [number, number],
): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a]! - values[b]!);
  const placed = [...values];
  let least = low;
  for (const at of order) {
    placed[at] = Math.max(placed[at]!, least);
    least = placed[at]! + gap;
  }
  let most = high;
  for (const at of order.toReversed()) {
    placed[at] = Math.min(placed[at]!, most);
    most = placed[at]! - gap;
  }
  return placed;
}
