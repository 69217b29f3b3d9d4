/** Cuts Markdown into pieces that are rendered on their own, each with its place in the text. */
import { lexer } from "marked";

export interface Piece {
  /** In UTF-16 units of the whole text; the pieces follow each other without gaps. */
  start: number;
  text: string;
  /** The piece begins with this heading. */
  heading: { depth: number; title: string } | null;
}

/** About as many characters as a screen shows. */
const wanted = 3_000;

/** A piece begins at each heading, and where a piece has become long. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  // The lexer would make one character of each \r\n, and places would shift.
  for (const token of lexer(text.replaceAll("\r\n", " \n").replaceAll("\r", "\n"))) {
    const last = pieces.at(-1);
    const heading =
      token.type === "heading" ? { depth: token.depth as number, title: plain(token.text) } : null;
    if (last === undefined || heading !== null || last.text.length > wanted)
      pieces.push({ start, text: token.raw, heading });
    else last.text += token.raw;
    start += token.raw.length;
  }
  return pieces;
}

/** A heading without its markup. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`~]+/g, "")
    .trim();

/** Index in UTF-16 units of a number of code points. */
export function unitsOf(text: string, points: number): number {
  let units = 0;
  for (let count = 0; count < points && units < text.length; count++)
    units += text.codePointAt(units)! > 0xffff ? 2 : 1;
  return units;
}
