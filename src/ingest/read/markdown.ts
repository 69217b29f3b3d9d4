/** Markdown files with YAML front matter, as document records. */
import { readFile, stat } from "node:fs/promises";
import { basename, relative, resolve, sep } from "node:path";
import { slugOf } from "../../contract/values/slug.ts";
import { firstHeading, readFrontMatter } from "../../yaml/front-matter.ts";
import type { ByteMeter } from "./bytes.ts";
import { type Entry, type Fault, MAX_LINE_BYTES, NOT_UTF8 } from "./entry.ts";
import { decode } from "./lines.ts";
import { utf16Problem } from "./wrong-format.ts";

/**
 * One entry per file. Front matter takes precedence; otherwise the source is `source`, or the folder below `root` that
 * contains the file (`root` itself for files directly in it), and the title is the first heading, or the file's name.
 * The first `after` files are skipped.
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
  const utf16 = utf16Problem(bytes);
  if (utf16 !== null) return { fault: { ...NOT_UTF8, message: utf16 } };
  const { text, fault } = decode(bytes);
  if (fault !== null) return { fault: NOT_UTF8 };
  const { fields, content, fault: reason } = readFrontMatter(text.replace(/^\uFEFF/, ""));
  if (reason !== null) return { fault: frontMatterFault(reason) };
  return { value: toRecord(fields, content, fallback) };
}

function frontMatterFault(reason: string): Fault {
  return { field: null, rule: "front-matter", message: `has front matter that cannot be read: ${reason}` };
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
