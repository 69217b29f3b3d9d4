/** Formats numbers: bars of block characters, shares, differences. */
import { outputWidth } from "./width.ts";

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar for `part / whole` of the width, in steps of an eighth of a character; anything above 0 is visible. */
export function bar(part: number, whole: number, width: number): string {
  if (part <= 0 || whole <= 0) return "";
  const filled = Math.max(1, Math.round(Math.min(1, part / whole) * width * 8));
  return "█".repeat(filled >> 3) + eighths[filled & 7];
}

/** Bars of a column, scaled to the largest number. */
export function bars(numbers: readonly number[], width = barWidth()): string[] {
  const most = Math.max(0, ...numbers);
  return numbers.map((number) => bar(number, most, width));
}

/** A fifth of the line, within bounds. */
export function barWidth(): number {
  return Math.min(24, Math.max(6, Math.floor(outputWidth() / 5)));
}

/** `25.8 %` */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** A difference of shares in percentage points: `+3.2`, `-0.4`. */
export function points(difference: number): string {
  const text = (difference * 100).toFixed(1);
  if (Number(text) === 0) return "0.0";
  return difference > 0 ? `+${text}` : text;
}
