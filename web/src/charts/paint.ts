/** Colours of charts, from the tokens of the theme. */

export const seriesCount = 8;

/** A colour as it is written into an SVG: `token` is the name of a custom property without its dashes. */
export type Paint = (token: string) => string;

/** Follows the theme while the drawing is in the page. */
export const livePaint: Paint = (token) => `var(--${token})`;

export const seriesToken = (at: number): string => `series-${(at % seriesCount) + 1}`;

/** Fixed colours of the current theme, for a drawing that leaves the page. */
export function fixedPaint(): Paint {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const known = new Map<string, string>();
  const paint: Paint = (token) => {
    const found = known.get(token);
    if (found !== undefined) return found;
    document.body.append(probe);
    probe.style.color = `var(--${token})`;
    const colour = getComputedStyle(probe).color;
    probe.remove();
    known.set(token, colour);
    return colour;
  };
  probe.remove();
  return paint;
}
