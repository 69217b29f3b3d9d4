/** Splits a README into headings, code and text, line by line. */
import { withoutHtml } from "./html.ts";

export type Block =
  | { kind: "heading"; depth: number; text: string }
  | { kind: "code"; text: string }
  | { kind: "prose"; text: string };

interface Fence {
  mark: string;
  lines: string[];
}

/** Blocks in their order. Front matter is removed; HTML outside code becomes Markdown. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let prose: string[] = [];
  let fence: Fence | null = null;
  const endProse = () => {
    if (prose.length > 0) blocks.push(...proseBlocks(prose.join("\n")));
    prose = [];
  };
  for (const line of withoutFrontMatter(markdown).split("\n")) {
    if (fence !== null) {
      fence.lines.push(line);
      if (!closes(line, fence.mark)) continue;
      blocks.push({ kind: "code", text: fence.lines.join("\n") });
      fence = null;
      continue;
    }
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1];
    // Three backticks closed on the same line are inline code.
    if (mark === undefined || (mark[0] === "`" && line.trimStart().slice(mark.length).includes("`"))) {
      prose.push(line);
      continue;
    }
    endProse();
    fence = { mark, lines: [line] };
  }
  endProse();
  if (fence !== null) blocks.push({ kind: "code", text: [...fence.lines, fence.mark].join("\n") });
  return blocks;
}

function closes(line: string, mark: string): boolean {
  const text = line.trim();
  return text.length >= mark.length && text === mark[0]!.repeat(text.length);
}

function withoutFrontMatter(text: string): string {
  if (!text.startsWith("---\n")) return text;
  const end = text.indexOf("\n---\n", 3);
  return end === -1 || end > 4_000 ? text : text.slice(end + 5);
}

function proseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endLines = () => {
    if (lines.length > 0) blocks.push({ kind: "prose", text: lines.join("\n") });
    lines = [];
  };
  for (const line of withoutHtml(text).split("\n")) {
    const heading = headingOf(line, lines);
    if (heading === null) {
      if (line.trim() === "") endLines();
      else lines.push(line);
      continue;
    }
    if (heading.underlined) lines.pop();
    endLines();
    blocks.push({ kind: "heading", depth: heading.depth, text: heading.text });
  }
  endLines();
  return blocks;
}

/** A heading line: an ATX heading, or the underline of the single line above it. */
function headingOf(
  line: string,
  above: readonly string[],
): { depth: number; text: string; underlined: boolean } | null {
  // The space after `##` is often forgotten; a single `#` without a space may be a hashtag.
  const marks = /^ {0,3}(#{1,6})(?=[ \t]|$)|^(#{2,6})(?=[^#\s])/.exec(line);
  if (marks !== null) {
    const depth = (marks[1] ?? marks[2]!).length;
    const text = trimEnd(line.slice(marks[0].length).trim(), "#").trim();
    return { depth, text, underlined: false };
  }
  const title = above.length === 1 ? above[0]!.trim() : "";
  if (title === "" || title.length > 120 || /^[-*+>|]|\|/.test(title)) return null;
  const rule = line.trim();
  if (rule.length < 2 || (rule[0] !== "=" && rule[0] !== "-") || rule !== rule[0].repeat(rule.length))
    return null;
  return { depth: rule[0] === "=" ? 1 : 2, text: title, underlined: true };
}

function trimEnd(text: string, mark: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === mark) end--;
  // The `#` of `C#` belongs to the word.
  return end === 0 || text[end - 1] === " " ? text.slice(0, end) : text;
}
