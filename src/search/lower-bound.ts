/**
 * The first place in `from` … `to` − 1 of an ascending array whose value is not below `value`; `to` when all are below.
 */
export function lowerBound(
  sorted: Uint32Array,
  value: number,
  { from = 0, to = sorted.length }: { from?: number; to?: number } = {},
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
