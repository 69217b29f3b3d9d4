/** Writes the lines of PDF pages as Markdown. */
import type { Line } from "./pdf-lines.ts";

/** Lines larger than the body by this factor are headings. */
const HEADING = 1.15;
const MAX_HEADING_CHARACTERS = 200;

/** The font size of most characters; 0 without any. */
export function bodySizeOf(pages: readonly (readonly Line[])[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of pages.flat()) characters.set(size, (characters.get(size) ?? 0) + text.length);
  let body = 0;
  for (const [size, count] of characters) if (count > (characters.get(body) ?? 0)) body = size;
  return body;
}

/** Without first and last lines that most pages have, their numbers aside, and without page numbers. */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRunning = (line: Line) => {
    const key = keyOf(line);
    const isPageNumber = key.includes("#") && !/\p{L}/u.test(key);
    return isPageNumber || (pages.length >= 4 && counts.get(key)! > pages.length / 2);
  };
  return pages.map((lines) => {
    const running = new Set(edgesOf(lines).filter(isRunning));
    return lines.filter((line) => !running.has(line));
  });
}

/** The first two and the last two lines, where a page has more than these. */
const edgesOf = (lines: readonly Line[]): Line[] =>
  lines.length > 4 ? [...lines.slice(0, 2), ...lines.slice(-2)] : [];
const keyOf = ({ text }: Line) => text.toLowerCase().replace(/\d+/g, "#");

/**
 * Each page with text begins with a line `[page 3]`, which links to that page of `address`. A paragraph that goes on
 * over a page break begins again there, so that every passage can be cited with its page.
 */
export function pagesText(
  pages: readonly (readonly Line[])[],
  { body, address }: { body: number; address: string | null },
): string {
  const levels = levelsOf(pages, body);
  const texts = pages.flatMap((lines, index) => {
    const text = pageText(lines, levels);
    return text === "" ? [] : [`${pageMark(index + 1, address)}\n\n${text}`];
  });
  return texts.join("\n\n");
}

function pageMark(number: number, address: string | null): string {
  if (address === null) return `[page ${number}]`;
  const url = new URL(address);
  url.hash = `page=${number}`;
  return `[page ${number}](${url.href.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

const isHeadingSize = (size: number, body: number) => body > 0 && size >= body * HEADING;

/** Level of heading by font size: the largest is 2, as the title is 1; at most 4. */
function levelsOf(pages: readonly (readonly Line[])[], body: number): Map<number, number> {
  const sizes = new Set(pages.flat().flatMap(({ size }) => (isHeadingSize(size, body) ? [size] : [])));
  return new Map([...sizes].sort((a, b) => b - a).map((size, index) => [size, Math.min(index + 2, 4)]));
}

function pageText(lines: readonly Line[], levels: ReadonlyMap<number, number>): string {
  const blocks: { text: string; level: number }[] = [];
  for (const line of lines) {
    const level = levels.get(line.size) ?? 0;
    const last = blocks.at(-1);
    const joins = last !== undefined && last.level === level && (level > 0 || !line.begins);
    if (joins) last.text = joined(last.text, line.text);
    else blocks.push({ text: line.text, level });
  }
  return blocks.map(written).join("\n\n");
}

function written({ text, level }: { text: string; level: number }): string {
  const isHeading = level > 0 && text.length <= MAX_HEADING_CHARACTERS && /\p{L}/u.test(text);
  return isHeading ? `${"#".repeat(level)} ${text}` : text.replace(/^[•◦▪‣]\s+/, "- ");
}

/** A word that was divided at the end of a line is put together again. */
function joined(text: string, next: string): string {
  return /\p{L}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(next)
    ? text.slice(0, -1) + next
    : `${text} ${next}`;
}
