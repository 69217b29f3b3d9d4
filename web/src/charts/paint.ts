/** Colours of charts, from the tokens of the theme. */

export const seriesCount = 8;

/** A colour as it is written into an SVG: `token` is the name of a custom property without its dashes. */
export type Paint = (token: string) => string;

/** Follows the theme while the drawing is in the page. */
export const livePaint: Paint = (token) => `var(--${token})`;

export const seriesToken = (at: number): string => `series-${(at % seriesCount) + 1}`;
