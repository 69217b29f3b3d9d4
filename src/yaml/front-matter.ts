/** YAML front matter of Markdown: the lines between a first line `---` and the next. */
import { parse, YAMLParseError } from "yaml";
import { isYamlDeeperThan, MAX_YAML_DEPTH } from "./yaml-depth.ts";

/** Longest front matter, in characters: parsing YAML takes far longer than reading it. */
const MAX_FRONT_MATTER = 64 * 1024;

export interface FrontMatter {
  /** Empty without front matter, and where it cannot be read. */
  fields: Record<string, unknown>;
  /** What follows the front matter, without blank lines at its start. */
  content: string;
  /** Why the front matter cannot be read; null where it can. */
  fault: string | null;
}

/** Never throws, whatever the text. */
export function readFrontMatter(text: string): FrontMatter {
  const { frontMatter, content } = splitFrontMatter(text);
  // A text may begin with a thematic break, which is written like a fence.
  const isText = !frontMatter.split("\n").some((line) => /^["']?[\w-]{1,100}["']?\s?:(?:\s|$)/.test(line));
  const faulty = (fault: string): FrontMatter => ({ fields: {}, content: isText ? text : content, fault });
  if (frontMatter.length > MAX_FRONT_MATTER)
    return faulty(`it is longer than ${MAX_FRONT_MATTER} characters`);
  if (isYamlDeeperThan(MAX_YAML_DEPTH, frontMatter))
    return faulty(`it is nested deeper than ${MAX_YAML_DEPTH} levels`);
  try {
    const fields: unknown = parse(frontMatter) ?? {};
    if (typeof fields !== "object" || Array.isArray(fields))
      return faulty("it is not a list of `name: value` lines");
    return { fields: fields as Record<string, unknown>, content, fault: null };
  } catch (error) {
    const place =
      error instanceof YAMLParseError
        ? `${error.code} in line ${(error.linePos?.[0].line ?? 0) + 1}`
        : String(error).slice(0, 200);
    return faulty(place);
  }
}

/** Splits the text between a first line `---` and the next `---` or `...` from the rest; empty without front matter. */
function splitFrontMatter(text: string): { frontMatter: string; content: string } {
  const first = lineEnd(text, 0);
  if (!isFence(text.slice(0, first)) || first === text.length)
    return { frontMatter: "", content: withoutBlankStart(text) };
  const start = first + 1;
  for (let at = start; at < text.length; ) {
    const end = lineEnd(text, at);
    if (isFence(text.slice(at, end), "...") || isFence(text.slice(at, end)))
      return { frontMatter: text.slice(start, at), content: withoutBlankStart(text.slice(end + 1)) };
    at = end + 1;
  }
  return { frontMatter: "", content: withoutBlankStart(text) };
}

/** Index of the line's \n, or the length of the text. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function isFence(line: string, marks = "---"): boolean {
  return line.startsWith(marks) && line.slice(marks.length).trim() === "";
}

function withoutBlankStart(text: string): string {
  let at = 0;
  for (
    let end = lineEnd(text, at);
    end < text.length && text.slice(at, end).trim() === "";
    end = lineEnd(text, at)
  )
    at = end + 1;
  return text.slice(at);
}

/** Text of the first ATX heading (`## Title ##`) outside code; null without one. */
export function firstHeading(content: string): string | null {
  /** What the code that is being read began with. */
  let fence: string | null = null;
  for (let at = 0; at < content.length; ) {
    const end = lineEnd(content, at);
    const ticks = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(content.slice(at, Math.min(end, at + 200)));
    if (fence !== null) {
      if (ticks !== null && ticks[1]!.startsWith(fence) && ticks[2]!.trim() === "") fence = null;
      at = end + 1;
      continue;
    }
    // Backticks in the rest of the line make it code within a paragraph.
    if (ticks !== null && !(ticks[1]!.startsWith("`") && ticks[2]!.includes("`"))) fence = ticks[1]!;
    const marks = content[at] === "#" ? /^#{1,6}[ \t]/.exec(content.slice(at, Math.min(end, at + 7))) : null;
    if (marks !== null) {
      const title = content.slice(at + marks[0].length, end).trim();
      const closed = withoutClosingMarks(title);
      if (closed !== "") return closed;
    }
    at = end + 1;
  }
  return null;
}

/** `Title ##` → `Title`; `C#` is unchanged. */
export function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end--;
  const isClosing = end === 0 || title[end - 1] === " " || title[end - 1] === "\t";
  return isClosing ? title.slice(0, end).trim() : title;
}
