/** Joins the pieces of text of a PDF page into lines. */

/** A piece as PDF.js reports it, in reading order. */
export interface TextItem {
  str: string;
  /** Scale, skew and position: `[a, b, c, d, x, y]`, with y from the bottom. */
  transform: number[];
  width: number;
  height: number;
  hasEOL: boolean;
}

export interface Line {
  text: string;
  /** Font size in points, of most of its characters, to half a point. */
  size: number;
  /** Whether a paragraph begins with it. */
  begins: boolean;
}

interface Open {
  text: string;
  sizes: Map<number, number>;
  x: number;
  /** Where the last piece ends. */
  end: number;
  y: number;
}

/** Columns follow each other, as the file contains them. */
export function linesOf(items: readonly TextItem[]): Line[] {
  const lines: (Line & { x: number; y: number })[] = [];
  let open: Open | null = null;
  const finish = () => {
    if (open === null) return;
    const text = open.text.replace(/\s+/g, " ").trim();
    const line = { text, size: mostFrequent(open.sizes), x: open.x, y: open.y };
    if (text !== "") lines.push({ ...line, begins: beginsParagraph(lines.at(-1), line) });
    open = null;
  };
  for (const { str, transform, width, height, hasEOL } of items) {
    const [, , , , x = 0, y = 0] = transform;
    const size = sizeOf(transform, height);
    const isSameLine: boolean = open !== null && Math.abs((open as Open).y - y) < Math.max(2, size / 2);
    if (str !== "" && !isSameLine) finish();
    if (str.trim() !== "" || open !== null) {
      open ??= { text: "", sizes: new Map(), x, end: x, y };
      const isApart = x - open.end > size / 4 && !/\s$/.test(open.text) && !/^\s/.test(str);
      open.text += isApart && open.text !== "" ? ` ${str}` : str;
      open.end = x + width;
      if (str.trim() !== "") open.sizes.set(size, (open.sizes.get(size) ?? 0) + str.length);
    }
    if (hasEOL) finish();
  }
  finish();
  return lines.map(({ text, size, begins }) => ({ text, size, begins }));
}

function sizeOf([, , c = 0, d = 0]: number[], height: number): number {
  const size = Math.hypot(c, d) || height;
  return Number.isFinite(size) ? Math.round(size * 2) / 2 : 0;
}

function mostFrequent(sizes: ReadonlyMap<number, number>): number {
  let best = 0;
  let count = -1;
  for (const [size, characters] of sizes) if (characters > count) [best, count] = [size, characters];
  return best;
}

/** After a larger gap, in another font size, indented, or in another column. */
function beginsParagraph(
  last: { size: number; x: number; y: number } | undefined,
  next: { size: number; x: number; y: number; text: string },
): boolean {
  if (last === undefined || last.size !== next.size) return true;
  const gap = last.y - next.y;
  const isListItem = /^(?:[•◦▪‣–-]|\(?[0-9a-z]{1,3}[.)])\s/i.test(next.text);
  return gap < 0 || gap > next.size * 1.7 || isListItem || (next.x - last.x > next.size && gap > 0);
}
