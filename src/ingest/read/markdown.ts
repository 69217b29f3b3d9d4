/** Markdown files with YAML front matter, as document records. */
import { readFile, stat } from "node:fs/promises";
import { basename, relative, resolve, sep } from "node:path";
import { parse, YAMLParseError } from "yaml";
import { slugOf } from "../../contract/values/slug.ts";
import { isYamlDeeperThan, MAX_YAML_DEPTH } from "../../yaml/yaml-depth.ts";
import { shorten } from "../clean-text.ts";
import type { ByteMeter } from "./bytes.ts";
import { type Entry, type Fault, MAX_LINE_BYTES, NOT_UTF8 } from "./entry.ts";
import { decode } from "./lines.ts";

/** Longest front matter, in characters: parsing YAML takes far longer than reading it. */
const MAX_FRONT_MATTER = 64 * 1024;

/**
 * One entry per file. Front matter takes precedence; otherwise the source is `source`, or the folder below `root` that
 * holds the file (`root` itself for files directly in it), and the title is the first heading, or the file's name. The
 * first `after` files are skipped.
 */
export async function* readMarkdown(
  files: readonly string[],
  { root, after, source, meter }: { root: string; after: number; source?: string; meter: ByteMeter },
): AsyncGenerator<Entry[]> {
  for (const [i, file] of files.entries()) {
    const { size } = await stat(file);
    meter.bytes += size;
    const number = i + 1;
    if (number <= after) continue;
    const fallback = {
      source: source ?? folderSource(file, root),
      title: basename(file).replace(/\.[^.]+$/, ""),
    };
    const parsed = size > MAX_LINE_BYTES ? { fault: tooLarge } : parseFile(await readFile(file), fallback);
    const place = { file, line: 1, from: number, to: number };
    yield [{ ...place, bytes: size, value: undefined, cells: false, fault: null, ...parsed }];
  }
}

const tooLarge: Fault = {
  field: null,
  rule: "file-size",
  message: `is larger than ${MAX_LINE_BYTES} bytes: split it into several documents`,
};

function folderSource(file: string, root: string): string {
  const [first, ...deeper] = relative(root, file).split(sep);
  return slugOf(deeper.length > 0 ? first! : basename(resolve(root)));
}

interface Fallback {
  source: string;
  title: string;
}

function parseFile(bytes: Buffer, fallback: Fallback): { value: unknown } | { fault: Fault } {
  const { text, fault } = decode(bytes);
  if (fault !== null) return { fault: NOT_UTF8 };
  const { frontMatter, content } = splitFrontMatter(text.replace(/^\uFEFF/, ""));
  if (frontMatter.length > MAX_FRONT_MATTER)
    return { fault: frontMatterFault(`it is longer than ${MAX_FRONT_MATTER} characters`) };
  if (isYamlDeeperThan(MAX_YAML_DEPTH, frontMatter))
    return { fault: frontMatterFault(`it is nested deeper than ${MAX_YAML_DEPTH} levels`) };
  try {
    const fields: unknown = parse(frontMatter) ?? {};
    if (typeof fields !== "object" || Array.isArray(fields))
      return { fault: frontMatterFault("it is not a list of `name: value` lines") };
    return { value: toRecord(fields as Record<string, unknown>, content, fallback) };
  } catch (error) {
    const place =
      error instanceof YAMLParseError
        ? `${error.code} in line ${(error.linePos?.[0].line ?? 0) + 1}`
        : shorten(String(error), 200);
    return { fault: frontMatterFault(place) };
  }
}

/** Splits the text between a first line `---` and the next such line from the rest; empty without front matter. */
function splitFrontMatter(text: string): { frontMatter: string; content: string } {
  const first = lineEnd(text, 0);
  if (!isFence(text.slice(0, first)) || first === text.length)
    return { frontMatter: "", content: withoutBlankStart(text) };
  const start = first + 1;
  for (let at = start; at < text.length; ) {
    const end = lineEnd(text, at);
    if (isFence(text.slice(at, end)))
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

function isFence(line: string): boolean {
  return line.startsWith("---") && line.slice(3).trim() === "";
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

function frontMatterFault(reason: string): Fault {
  return { field: null, rule: "front-matter", message: `has front matter that cannot be read: ${reason}` };
}

/** Text of the first ATX heading (`## Title ##`); null without one. */
function firstHeading(content: string): string | null {
  for (let at = 0; at < content.length; ) {
    const end = lineEnd(content, at);
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
function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end--;
  const isClosing = end === 0 || title[end - 1] === " " || title[end - 1] === "\t";
  return isClosing ? title.slice(0, end).trim() : title;
}

function toRecord(
  { date, ...others }: Record<string, unknown>,
  content: string,
  fallback: Fallback,
): Record<string, unknown> {
  return {
    ...others,
    ...(date === undefined ? {} : { publishedAt: others.publishedAt ?? date }),
    title: others.title ?? firstHeading(content) ?? fallback.title,
    source: others.source ?? fallback.source,
    content,
  };
}
