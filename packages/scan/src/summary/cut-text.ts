/** Cuts a text to a maximum length. */

/** A shorter start, in code points, is not worth keeping. */
const LEAST = 80;
const ELLIPSIS = "…";

/** At most `most` code points, ending with a sentence or a line where one ends late enough, else with a word. */
export function cutText(text: string, most: number): string {
  const points = [...text];
  if (points.length <= most) return text;
  if (most < LEAST) return "";
  const start = points.slice(0, most - 1).join("");
  const half = start.length / 2;
  const sentence = Math.max(lastEnd(start, /[.!?。！？](?=\s)|[。！？]/g), start.lastIndexOf("\n"));
  if (sentence > half) return `${start.slice(0, sentence).trimEnd()}${ELLIPSIS}`;
  const word = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  return `${start.slice(0, word > half ? word : start.length).trimEnd()}${ELLIPSIS}`;
}

export const countCodePoints = (text: string): number => [...text].length;

function lastEnd(text: string, pattern: RegExp): number {
  let end = -1;
  for (const { index, 0: found } of text.matchAll(pattern)) end = index + found.length;
  return end;
}
