/** `1,234`. */
export const formatCount = (count: number): string => count.toLocaleString("en");

/** `12%`, `3.4%` below ten, `<0.1%` for the least. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return "<0.1%";
  const digits = percent < 9.95 && percent !== 0 ? 1 : 0;
  return `${percent.toFixed(digits).replace(/\.0$/, "")}%`;
}

/** `2.4×`; `no difference` is 1×. */
export function formatLift(lift: number): string {
  if (lift >= 9.95) return `${Math.round(lift).toLocaleString("en")}×`;
  return `${lift.toFixed(lift < 0.95 ? 2 : 1)}×`;
}

/** Upper end of an axis: the least round number that is at least `value`; 1 for nothing. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => one * power >= value * (1 - 1e-12)) ?? 10;
  return step * power;
}
