/** Measures and cuts text in columns of a terminal: an emoji or a CJK character takes two. */
import stringWidth from "string-width";

const segmenter = new Intl.Segmenter();

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

export function widthOf(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** The beginning of a text, at most so many columns wide; characters that belong together are not split. */
export function firstColumns(text: string, width: number): string {
  if (isPlain(text)) return text.slice(0, Math.max(0, width));
  let kept = "";
  let left = width;
  for (const { segment } of segmenter.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return kept;
}

/** The text, or its beginning with an ellipsis, at most `width` columns wide. */
export function fitted(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${firstColumns(text, width - 1)}…`;
}

/** Followed by blanks, or after them, up to `width` columns. */
export function padded(text: string, width: number, right = false): string {
  const blanks = " ".repeat(Math.max(0, width - widthOf(text)));
  return right ? blanks + text : text + blanks;
}

/** Control characters in records must not move the cursor, colour the terminal or turn the direction of writing. */
export function onOneLine(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, " ")
    .trim();
}

/** Lines of at most `width` columns, broken at spaces. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of onOneLine(text).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

const widthWithoutTerminal = 120;

/** Columns per line. */
export function outputWidth(): number {
  return process.stdout.columns || widthWithoutTerminal;
}
