/** Cuts Markdown into pieces that are rendered on their own, each with its place in the text. */
import { headingLevels } from "../../ui/heading-levels.ts";

export interface Piece {
  /** In UTF-16 units of the whole text; the pieces follow each other without gaps. */
  start: number;
  text: string;
  /** The piece begins with this heading. */
  heading: { depth: number; title: string } | null;
}

/** The heading level of the page that each piece is below, so that no level is left out over the pieces. */
export function levelsAbove(pieces: readonly Piece[]): number[] {
  const levelOf = headingLevels(1);
  return pieces.map(({ heading }) => (heading === null ? 1 : levelOf(heading.depth) - 1));
}

/** About as many characters as a screen shows. */
const wanted = 3_000;

/** What opens a code block, with an info string perhaps; one of backticks has none in it. */
const openingFence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** What closes one: the same character, at least as often, without an info string. */
const closingFence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const numberedHeading = /^ {0,3}(#{1,6})([ \t].*)?$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
/** A paragraph: what may come after a cut without belonging to what is before it. */
const paragraph = /^[^\s\-*+>|#\d]/;

/** A piece begins at each heading, and at a paragraph where a piece has become long; never within a code block. */
export function piecesOf(given: string): Piece[] {
  // Of the same length, so that places stay.
  const text = given.replaceAll("\r\n", " \n").replaceAll("\r", "\n");
  const lines = text.split("\n");
  const starts: Omit<Piece, "text">[] = [{ start: 0, heading: null }];
  let open: string | null = null;
  let place = 0;
  lines.forEach((line, at) => {
    const isFree = at === 0 || lines[at - 1]!.trim() === "";
    const heading = open === null ? headingOf(line, isFree ? lines[at + 1] : undefined) : null;
    const last = starts.at(-1)!;
    const isLong = place - last.start > wanted && isFree && paragraph.test(line);
    if (heading !== null && place === last.start) last.heading = heading;
    else if (heading !== null || (open === null && isLong)) starts.push({ start: place, heading });
    if (open === null) open = openingFence.exec(line)?.[1] ?? null;
    else if (closingFence.exec(line)?.[1]?.startsWith(open)) open = null;
    place += line.length + 1;
  });
  return starts.map((piece, at) => ({ ...piece, text: text.slice(piece.start, starts[at + 1]?.start) }));
}

/** `# Title`, or a line that the next one underlines. */
function headingOf(line: string, next: string | undefined): Piece["heading"] {
  const numbered = numberedHeading.exec(line);
  if (numbered) return { depth: numbered[1]!.length, title: plain(withoutClosing(numbered[2] ?? "")) };
  const under = next === undefined || !paragraph.test(line) ? null : underline.exec(next);
  return under && { depth: under[1]!.startsWith("=") ? 1 : 2, title: plain(line) };
}

/** Without the number signs that may close a heading, after a blank. */
function withoutClosing(title: string): string {
  const given = title.trim();
  let end = given.length;
  while (given[end - 1] === "#") end--;
  return end === 0 || /[ \t]/.test(given[end - 1]!) ? given.slice(0, end) : given;
}

/** The piece without a first heading that repeats the document's title. */
export function withoutTitle(piece: Piece, title: string | undefined): Piece {
  if (piece.heading === null || piece.heading.title !== title?.trim()) return piece;
  const [first = "", second = ""] = piece.text.split("\n", 2);
  const lines = underline.test(second) ? first.length + 1 + second.length : first.length;
  const length = Math.min(piece.text.length, lines + 1);
  return { start: piece.start + length, text: piece.text.slice(length), heading: null };
}

/** A heading without its markup. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/[*_`~]+/g, "")
    .trim();

/** Index in UTF-16 units of a number of code points. */
export function unitsOf(text: string, points: number): number {
  let units = 0;
  for (let count = 0; count < points && units < text.length; count++)
    units += text.codePointAt(units)! > 0xffff ? 2 : 1;
  return units;
}
