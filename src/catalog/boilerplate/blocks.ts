/** Blocks of Markdown, and a text without those that many pages of its site repeat. */
import { createHash } from "node:crypto";

/** What can be left out of a text: a paragraph, an item of a list, a table, a quotation. Offsets are UTF-16 units. */
export interface Block {
  start: number;
  /** Where the next block starts. */
  end: number;
  /** 1 to 6; 0: not a heading. */
  heading: number;
  letters: number;
  /** The same for blocks that read the same, wherever their links lead; null for what is never left out. */
  key: string | null;
}

/** Shorter ones, such as "None.", are alike by chance. */
const MIN_LETTERS = 20;

const fenceLine = /^ {0,3}(```|~~~)/;
const itemLine = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) /;

/** Headings, code and short blocks have no key. They cover the text from its first line on. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { start: number; isItem: boolean; isCode: boolean } | null = null;
  let fence: string | null = null;
  let at = 0;
  const close = (end: number) => {
    if (open !== null) blocks.push(blockOf(markdown, { ...open, end }));
    open = null;
  };
  const begin = (isItem: boolean, isCode = false) => {
    close(at);
    open = { start: at, isItem, isCode };
  };
  let wasBlank = true;
  for (const line of markdown.split("\n")) {
    const mark: string | undefined = fenceLine.exec(line)?.[1];
    if (fence !== null) {
      if (mark === fence) fence = null;
    } else if (mark !== undefined) {
      begin(false, true);
      fence = mark;
    } else if (/^#{1,6} /.test(line)) {
      begin(false);
    } else if (line.trim() === "") {
      wasBlank = true;
      at += line.length + 1;
      continue;
    } else if (itemLine.test(line)) {
      begin(true);
    } else if (wasBlank && !(isItemOpen(open) && /^\s{2,}/.test(line))) {
      begin(false);
    } else if (isHeadingAt(markdown, open)) {
      begin(false);
    }
    wasBlank = false;
    at += line.length + 1;
  }
  close(markdown.length);
  return blocks;
}

const isItemOpen = (open: { isItem: boolean } | null) => open?.isItem === true;

/** A heading ends with its line. */
const isHeadingAt = (markdown: string, open: { start: number } | null) =>
  open !== null &&
  markdown[open.start] === "#" &&
  /^#{1,6} /.test(markdown.slice(open.start, open.start + 7));

function blockOf(
  markdown: string,
  { start, end, isCode }: { start: number; end: number; isCode: boolean },
): Block {
  const text = markdown.slice(start, end);
  const heading = /^(#{1,6}) /.exec(text)?.[1]?.length ?? 0;
  const words = plain(text);
  const letters = words.replace(/[^\p{L}]/gu, "").length;
  const hasKey = !isCode && heading === 0 && letters >= MIN_LETTERS;
  return { start, end, heading, letters, key: hasKey ? keyOf(words) : null };
}

/** Without markup, and without the targets of links: they can name the page that they are on. */
const plain = (markdown: string) =>
  markdown
    .replace(/\]\([^()\s]{0,2000}\)/g, "]")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const keyOf = (words: string) => createHash("sha256").update(words).digest("base64url").slice(0, 22);

/**
 * The text without the blocks of these keys, and without headings that have nothing below them then. A text that would
 * have no words left stays whole: it is what its page says.
 */
export function withoutBlocks(markdown: string, keys: ReadonlySet<string>): string {
  if (keys.size === 0) return markdown;
  const blocks = blocksOf(markdown);
  const isLeftOut = blocks.map(({ key }) => key !== null && keys.has(key));
  if (!isLeftOut.includes(true)) return markdown;
  leaveOutEmptySections(blocks, isLeftOut);
  const kept = blocks.filter((_, i) => !isLeftOut[i]);
  if (!kept.some(({ heading, letters }) => heading === 0 && letters > 0)) return markdown;
  const first = blocks[0]!.start;
  return (
    markdown.slice(0, first) + kept.map(({ start, end }) => markdown.slice(start, end)).join("")
  ).trim();
}

/** Marks headings whose sections held something that is left out, and hold nothing else. */
function leaveOutEmptySections(blocks: readonly Block[], isLeftOut: boolean[]): void {
  for (let at = blocks.length - 1; at >= 0; at--) {
    const { heading } = blocks[at]!;
    if (heading === 0) continue;
    let next = at + 1;
    let isEmpty = true;
    for (; next < blocks.length; next++) {
      const below = blocks[next]!.heading;
      if (below > 0 && below <= heading) break;
      isEmpty &&= isLeftOut[next]!;
    }
    if (isEmpty && next > at + 1) isLeftOut[at] = true;
  }
}
