/** Formats shares and lifts. */

/** `12%`, `3.4%` below ten, `<0.1%` for the least. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return "<0.1%";
  const digits = percent < 9.95 && percent !== 0 ? 1 : 0;
  return `${percent.toFixed(digits).replace(/\.0$/, "")}%`;
}

/** `2.4×`; no difference is `1.0×`, and `0×` is none at all. */
export function formatLift(lift: number): string {
  if (lift === 0) return "0×";
  if (lift >= 9.95) return `${Math.round(lift).toLocaleString("en")}×`;
  return `${lift.toFixed(lift < 0.95 ? 2 : 1)}×`;
}

/** `1 project`, `1,234 projects`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
