/** Markdown with YAML front matter. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString as textOf } from "mdast-util-to-string";
import { firstHeading, readFrontMatter, withoutClosingMarks } from "../../yaml/front-matter.ts";
import type { Content } from "../connector.ts";
import { decodeText } from "./decode.ts";
import { authorsOf, firstText, pastDate, titleOfName } from "./facts.ts";
import type { ParsedDocument } from "./format.ts";

/** Names of the field that contains the date, most exact first. */
const dateFields = ["publishedAt", "published", "pubDate", "date", "created", "updated", "lastmod"];

export function parseMarkdown({ bytes, charset, name, hints }: Content): ParsedDocument[] {
  return [markdownDocument(decodeText(bytes, charset), { name, hints })];
}

/**
 * Title, author and date come from the front matter; the title otherwise from the first heading, the hint or the
 * name. Front matter that cannot be read is left out. `convert` changes what follows the front matter.
 */
export function markdownDocument(
  text: string,
  { name, hints }: Pick<Content, "name" | "hints">,
  convert: (content: string) => string = (content) => content,
): ParsedDocument {
  const { fields, content } = readFrontMatter(text);
  const body = convert(content);
  const opening = openingHeading(body);
  const heading = opening?.text ?? headingText(firstHeading(body) ?? "");
  const title = firstText(fields.title, heading, hints.title) ?? titleOfName(name);
  const isRepeated = opening !== null && sameText(opening.text, title);
  return {
    part: null,
    title,
    author: authorsOf(fields.author ?? fields.authors),
    url: null,
    publishedAt: firstDate(dateFields.map((field) => fields[field])),
    language: firstText(fields.lang, fields.language),
    thread: firstText(fields.thread),
    machineSummary: fields.machineSummary === true,
    content: (isRepeated ? body.slice(opening.end) : body).trim(),
  };
}

function firstDate(values: unknown[]): string | null {
  for (const value of values) {
    const date = pastDate(value);
    if (date !== null) return date;
  }
  return null;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function sameText(one: string, other: string): boolean {
  return one === other || (plain(one) !== "" && plain(one) === plain(other));
}

/** The heading that the content begins with, `# Title` or underlined with `=`; null when it begins otherwise. */
function openingHeading(content: string): { text: string; end: number } | null {
  const found = /^\s*(?:#{1,2}[ \t]+(.{1,1000})|(?![#>|-])(.{1,1000})\n={2,}[ \t]*)(?:\n|$)/.exec(content);
  if (found === null) return null;
  const text = headingText(withoutClosingMarks((found[1] ?? found[2]!).trim()));
  return text === "" ? null : { text, end: found[0].length };
}

/** Text of a heading without its markup and without an anchor such as `{#name}`. */
function headingText(markdown: string): string {
  const text = textOf(fromMarkdown(markdown.replace(/\{#[^}]*\}\s*$/, "").slice(0, 1_000)));
  return text.replace(/\s+/g, " ").trim();
}
