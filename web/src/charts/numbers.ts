export { formatLift, formatShare } from "../../../src/idea-check/numbers.ts";

/** `1,234`. */
export const formatCount = (count: number): string => count.toLocaleString("en");

/** Upper end of an axis: the least round number that is at least `value`; 1 for nothing. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => one * power >= value * (1 - 1e-12)) ?? 10;
  return step * power;
}
