/** AsciiDoc as Markdown. Nothing is included or evaluated. */
import type { Content } from "../connector.ts";
import { asciidocInline } from "./asciidoc-inline.ts";
import { decodeText } from "./decode.ts";
import { firstText, titleOfName } from "./facts.ts";
import type { ParsedDocument } from "./format.ts";

interface Header {
  title: string | null;
  author: string | null;
  date: string | null;
}

export function parseAsciidoc({ bytes, charset, name, hints }: Content): ParsedDocument[] {
  const { header, content } = markdownOfAsciidoc(decodeText(bytes, charset));
  return [
    {
      part: null,
      title: firstText(header.title, hints.title) ?? titleOfName(name),
      author: header.author,
      url: null,
      publishedAt: header.date,
      content,
    },
  ];
}

/** Delimiters of blocks whose content is code, is left out, or is text like that around it. */
const code = /^(?:-{4,}|\.{4,}|`{3,}[\w-]*)$/;
const leftOut = /^(?:\/{4,}|\+{4,})$/;
const plainBlock = /^(?:={4,}|\*{4,}|_{4,}|--|[|,:!]={3,})$/;
const directive = /^(?:include|ifdef|ifndef|ifeval|endif)::/;
const admonition = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION): /;

export function markdownOfAsciidoc(text: string): { header: Header; content: string } {
  const lines = text.split("\n");
  const attributes = new Map<string, string>();
  const { header, next } = readHeader(lines, attributes);
  const written: string[] = [];
  let language = "";
  let inTable = false;
  for (let at = next; at < lines.length; at++) {
    const line = lines[at]!.trimEnd();
    if (code.test(line) || leftOut.test(line)) {
      const end = endOfBlock(lines, at);
      if (code.test(line))
        written.push(...fenced(lines.slice(at + 1, end), language || line.replace(/^`+|^[-.]+/, "")));
      at = end;
      language = "";
      continue;
    }
    if (/^[|,:!]={3,}$/.test(line)) inTable = !inTable;
    const attribute = readAttribute(line, attributes);
    const list = /^\[(.*)\]$/.exec(line);
    if (list !== null && !line.startsWith("[[")) language = languageOf(list[1]!);
    if (attribute || list !== null || plainBlock.test(line) || line === "+" || isSkipped(line)) {
      if (plainBlock.test(line)) written.push("");
      continue;
    }
    if (line === "") language = "";
    written.push(inTable ? tableLine(line, attributes) : blockLine(line, attributes));
  }
  return {
    header,
    content: written
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

/** `= Title`, then authors and a revision with a date, then attributes, up to a blank line. */
function readHeader(
  lines: readonly string[],
  attributes: Map<string, string>,
): { header: Header; next: number } {
  const header: Header = { title: null, author: null, date: null };
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at]!.trim();
    const isBefore =
      header.title === null && (line === "" || line.startsWith("//") || readAttribute(line, attributes));
    if (!isBefore) break;
  }
  const title = /^[=#] +(\S.*)$/.exec(lines[at]?.trimEnd() ?? "");
  if (title !== null) {
    header.title = asciidocInline(title[1]!, attributes).replace(/[*`]/g, "");
    for (at++; at < lines.length && lines[at]!.trim() !== ""; at++) {
      const line = lines[at]!.trim();
      if (line.startsWith("//") || readAttribute(line, attributes)) continue;
      const date = /\d{4}-\d\d-\d\d/.exec(line)?.[0];
      if (date !== undefined) header.date ??= date;
      else header.author ??= authorsIn(line);
    }
  }
  header.author ??= attributes.get("author") ?? null;
  header.date ??= attributes.get("revdate") ?? attributes.get("date") ?? null;
  return { header, next: at };
}

const authorsIn = (line: string): string =>
  line
    .split(";")
    .map((one) =>
      one
        .replace(/<[^<>]{0,300}>/g, "")
        .replaceAll("_", " ")
        .trim(),
    )
    .filter((one) => one !== "")
    .join(", ");

/** `:name: value`. */
function readAttribute(line: string, attributes: Map<string, string>): boolean {
  const found = /^:(!?)([\w][\w-]{0,100})(!?):(?: (.*))?$/.exec(line);
  if (found === null) return false;
  const [, before, name, after, value = ""] = found;
  if (before === "!" || after === "!") attributes.delete(name!);
  else if (attributes.size < 1_000) attributes.set(name!.toLowerCase(), value.trim().slice(0, 1_000));
  return true;
}

const languageOf = (list: string): string =>
  /^(?:source|,)?,? ?([\w+#-]{1,30})/.exec(list.replace(/^source,?/, ","))?.[1] ?? "";

function endOfBlock(lines: readonly string[], start: number): number {
  const delimiter = lines[start]!.trimEnd().replace(/^(`+).*/, "$1");
  for (let at = start + 1; at < lines.length; at++) if (lines[at]!.trimEnd() === delimiter) return at;
  return lines.length;
}

/** Marks of callouts at the end of a line are left out. */
function fenced(lines: readonly string[], language: string): string[] {
  const mark = lines.some((line) => line.startsWith("```")) ? "~~~~" : "```";
  return [
    "",
    `${mark}${language}`,
    ...lines.map((line) => line.replace(/<(?:\d{1,3}|\.)>$/, "").trimEnd()),
    mark,
    "",
  ];
}

function isSkipped(line: string): boolean {
  return (
    line.startsWith("//") || line.startsWith("[[") || directive.test(line) || /^(?:toc::|'''|<<<)/.test(line)
  );
}

function blockLine(line: string, attributes: ReadonlyMap<string, string>): string {
  const inline = (text: string) => asciidocInline(text, attributes);
  const heading = /^([=#]{2,6}) +(\S.*)$/.exec(line);
  if (heading !== null) return `\n${"#".repeat(heading[1]!.length)} ${inline(heading[2]!)}\n`;
  const item = /^ {0,20}(\*{1,5}|-|\.{1,5}|\d{1,3}\.|<[\d.]{1,3}>) +(\S.*)$/.exec(line);
  if (item !== null) {
    const [, mark, text] = item as unknown as [string, string, string];
    const depth = /^[*.]+$/.test(mark) ? mark.length - 1 : 0;
    const marker = /^[*-]/.test(mark) ? "-" : "1.";
    return `${"   ".repeat(depth)}${marker} ${inline(text)}`;
  }
  const term = /^ {0,20}(\S.{0,300}?)(?:::|;;)(?: +(\S.*))?$/.exec(line);
  if (term !== null && !/^\w+::\S/.test(line))
    return `\n**${inline(term[1]!)}** ${inline(term[2] ?? "")}`.trimEnd();
  const note = admonition.exec(line);
  if (note !== null)
    return `**${note[1]![0]}${note[1]!.slice(1).toLowerCase()}:** ${inline(line.slice(note[0].length))}`;
  const titled = /^\.([^\s.].*)$/.exec(line);
  if (titled !== null) return `\n**${inline(titled[1]!)}**\n`;
  return inline(line.replace(/ \+$/, "  "));
}

/** `|one |two` → `one | two`; `2+|three` → `three`. */
function tableLine(line: string, attributes: ReadonlyMap<string, string>): string {
  const cells = line.split("|");
  const texts = cells.map((cell, index) =>
    (index === cells.length - 1 ? cell : withoutCellFormat(cell)).trim(),
  );
  const written = texts.filter((text) => text !== "").map((text) => asciidocInline(text, attributes));
  return written.length === 0 ? "" : `${written.join(" | ")}  `;
}

/** The last word, where it is the format of the next cell: columns, rows, alignment, style. */
function withoutCellFormat(cell: string): string {
  const last = cell.slice(cell.lastIndexOf(" ") + 1);
  return /^(?:\d[\d.]{0,6}[+*])?[<^>.]{0,3}[adehlmsv]?$/.test(last)
    ? cell.slice(0, cell.length - last.length)
    : cell;
}
