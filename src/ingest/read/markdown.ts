/** Markdown files with YAML front matter, as document records. */
import { readFile, stat } from "node:fs/promises";
import { basename, relative, resolve, sep } from "node:path";
import { parse, YAMLParseError } from "yaml";
import { slugOf } from "../../contract/values/slug.ts";
import type { ByteMeter } from "./bytes.ts";
import { type Entry, type Fault, MAX_LINE_BYTES, NOT_UTF8 } from "./entry.ts";
import { decode } from "./lines.ts";

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/**
 * One entry per file. Front matter goes before all; a source comes else from `source`, or from the folder below
 * `root` that the file lies in (from `root` itself for files directly in it); a title from the first heading, or
 * from the file's name. The first `after` files are passed over.
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
  const front = FRONT_MATTER.exec(text);
  try {
    const fields: unknown = front === null ? {} : (parse(front[1] ?? "") ?? {});
    if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
      return { fault: frontMatterFault("it is not a list of `name: value` lines") };
    }
    const content = text.slice(front?.[0].length ?? 0).replace(/^(?:[ \t]*\r?\n)+/, "");
    return { value: toRecord(fields as Record<string, unknown>, content, fallback) };
  } catch (error) {
    const place =
      error instanceof YAMLParseError
        ? `${error.code} in line ${(error.linePos?.[0].line ?? 0) + 1}`
        : String(error);
    return { fault: frontMatterFault(place) };
  }
}

function frontMatterFault(reason: string): Fault {
  return { field: null, rule: "front-matter", message: `has front matter that is not YAML: ${reason}` };
}

function toRecord(
  { date, ...others }: Record<string, unknown>,
  content: string,
  fallback: Fallback,
): Record<string, unknown> {
  const heading = /^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$/m.exec(content)?.[1];
  return {
    ...others,
    ...(date === undefined ? {} : { publishedAt: others.publishedAt ?? date }),
    title: others.title ?? heading ?? fallback.title,
    source: others.source ?? fallback.source,
    content,
  };
}
