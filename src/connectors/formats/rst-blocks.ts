/** Blocks of reStructuredText as Markdown: sections, lists, code, directives. */
import { type RstNames, rstInline } from "./rst-inline.ts";

/** Deeper ones stay as they are. */
const MAX_NESTED_BLOCKS = 20;

/** Directives whose content is not text of the document. */
const configuring = new Set(
  `toctree contents include raw meta highlight index module currentmodule default-role role sectnum section-numbering
  literalinclude automodule autoclass autofunction autosummary autoexception automethod autodata autoattribute title
  header footer tabularcolumns graphviz uml plot bibliography image target-notes unicode date
  testsetup testcleanup codeauthor sectionauthor moduleauthor py:module py:currentmodule js:module`.split(
    /\s+/,
  ),
);
const codeDirectives = new Set([
  "code-block",
  "code",
  "sourcecode",
  "parsed-literal",
  "prompt",
  "testcode",
  "testoutput",
  "doctest",
  "math",
  "productionlist",
  "ipython",
]);
const notes = new Set([
  "note",
  "tip",
  "important",
  "warning",
  "caution",
  "danger",
  "attention",
  "hint",
  "error",
  "seealso",
  "todo",
  "deprecated",
  "versionadded",
  "versionchanged",
]);

const underline = /^([=\-~^"'`#*+.:_<>!$%&(),/;?@[\\\]{|}])\1{2,}$/;
/** Below a title of one or two characters. */
const shortUnderline = /^([=\-~^"#*+])\1?$/;

export interface RstText {
  text: string;
  /** The first heading, where nothing but comments and directives precedes it; it is then not part of the text. */
  title: string | null;
}

export function rstBlocks(lines: readonly string[], names: RstNames): RstText {
  const reader = new Blocks(names);
  reader.read(lines, 0);
  const text = reader.written
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return { text, title: reader.title };
}

class Blocks {
  readonly written: string[] = [];
  title: string | null = null;
  readonly #names: RstNames;
  /** Styles of headings in the order of their first use: `=`, or `==` with a line above. */
  readonly #styles: string[] = [];

  constructor(names: RstNames) {
    this.#names = names;
  }

  read(lines: readonly string[], depth: number): void {
    for (let at = 0; at < lines.length; ) at = this.#block(lines, at, depth);
  }

  /** Returns the index after the block that begins at `at`. */
  #block(lines: readonly string[], at: number, depth: number): number {
    const line = lines[at]!;
    const heading = depth === 0 ? headingAt(lines, at) : null;
    if (heading !== null) {
      this.#heading(heading);
      return heading.next;
    }
    if (/^ *\.\.(?: |$)/.test(line)) return this.#explicit(lines, at, depth);
    if (/^>>> /.test(line.trim())) {
      let next = at + 1;
      while (next < lines.length && lines[next] !== "") next++;
      this.#fence(lines.slice(at, next), "python");
      return next;
    }
    if (line.endsWith("::") && nextIsIndented(lines, at)) return this.#literal(lines, at);
    this.#line(line);
    return at + 1;
  }

  #heading({ text, style }: Heading): void {
    if (!this.#styles.includes(style)) this.#styles.push(style);
    const isTitle =
      this.title === null && this.#styles.length === 1 && this.written.every((line) => line === "");
    if (isTitle) this.title = text;
    else {
      const level = Math.min(this.#styles.indexOf(style) + (this.title === null ? 2 : 1), 6);
      this.written.push("", `${"#".repeat(Math.max(2, level))} ${rstInline(text, this.#names)}`, "");
    }
  }

  /** A directive, a comment, a target or a footnote. */
  #explicit(lines: readonly string[], at: number, depth: number): number {
    const line = lines[at]!;
    const indent = indentOf(line);
    const next = endOfIndented(lines, at, indent);
    const directive = /^ *\.\. (?:\|[^|]{1,200}\| )?([A-Za-z][\w:.+-]{0,60}?):: ?(.*)$/.exec(line);
    const footnote = /^ *\.\. \[([\w#*-]{1,60})\] (.*)$/.exec(line);
    if (directive !== null) {
      const [, name, argument] = directive as unknown as [string, string, string];
      if (!/^ *\.\. \|/.test(line))
        this.#directive({ name: name.toLowerCase(), argument }, lines.slice(at + 1, next), depth);
    } else if (footnote !== null) {
      this.written.push("", `[${footnote[1]}] ${rstInline(footnote[2]!.trimStart(), this.#names)}`);
      this.#nested(lines.slice(at + 1, next), depth);
    }
    return next;
  }

  #directive(
    { name, argument }: { name: string; argument: string },
    body: readonly string[],
    depth: number,
  ): void {
    const { options, content } = bodyOf(body);
    if (configuring.has(name)) {
      const alternative = options.get("alt");
      if (alternative) this.written.push("", alternative);
    } else if (codeDirectives.has(name)) {
      const inArgument = name === "math" && argument !== "" ? [argument] : [];
      this.#fence([...inArgument, ...content], name === "math" ? "math" : argument);
    } else {
      this.#named(name, argument);
      if (name === "list-table") this.#nested(content.map(asCells), depth);
      else this.#nested(content, depth);
    }
  }

  /** What introduces the content of a directive. */
  #named(name: string, argument: string): void {
    const text = rstInline(argument, this.#names);
    const label = name[0]!.toUpperCase() + name.slice(1);
    if (notes.has(name)) this.written.push("", `**${label}:** ${text}`.trimEnd());
    else if (
      /^(?:admonition|topic|sidebar|rubric|centered|table|csv-table|list-table|tab|tab-item|dropdown)$/.test(
        name,
      )
    ) {
      if (text !== "") this.written.push("", `**${text}**`, "");
    } else if (
      /^(?:[a-z]+:)?(?:function|class|method|attribute|data|exception|module|option|envvar|macro|type|staticmethod|classmethod|property)$/.test(
        name,
      )
    )
      this.written.push("", `\`${argument}\``, "");
    else this.written.push("");
  }

  #nested(content: readonly string[], depth: number): void {
    if (content.length === 0) return;
    this.written.push("");
    if (depth < MAX_NESTED_BLOCKS) this.read(content, depth + 1);
    else this.written.push(...content);
    this.written.push("");
  }

  /** A paragraph that ends with `::`, and the code below it. */
  #literal(lines: readonly string[], at: number): number {
    const line = lines[at]!;
    const text = line.replace(/ ?::$/, line.trim() === "::" ? "" : ":");
    if (text.trim() !== "") this.#line(text);
    const next = endOfIndented(lines, at, indentOf(line));
    this.#fence(dedented(lines.slice(at + 1, next)), "");
    return next;
  }

  #fence(lines: readonly string[], language: string): void {
    const from = lines.findIndex((line) => line !== "");
    if (from === -1) return;
    const to = lines.findLastIndex((line) => line !== "");
    const mark = lines.some((line) => line.trim().startsWith("```")) ? "~~~~" : "```";
    this.written.push("", mark + language.replace(/[^\w+#-]/g, ""), ...lines.slice(from, to + 1), mark, "");
  }

  #line(line: string): void {
    // Borders of tables.
    if (/^ *(?:\+[-=+]+\+|=+(?: +=+)+)$/.test(line)) return;
    const item = /^( *)([-*+•]|#\.|\(?(?:\d{1,3}|[a-zA-Z])[.)]) (.*)$/.exec(line);
    const field = /^( *):([^:`]{1,100}):(?: (.*))?$/.exec(line);
    const inline = (text: string) => rstInline(text, this.#names);
    if (item !== null) {
      const [, indent, mark, text] = item as unknown as [string, string, string, string];
      const marker = /^[-*+•]$/.test(mark) ? "-" : mark === "#." ? "1." : mark;
      this.written.push(`${indent}${marker} ${inline(text.trimStart())}`);
    } else if (field !== null)
      this.written.push(
        `${field[1]}**${inline(field[2]!)}** ${inline((field[3] ?? "").trimStart())}`.trimEnd(),
      );
    else this.written.push(inline(line.replace(/^( *)\| /, "$1").replace(/ ?::$/, ":")));
  }
}

interface Heading {
  text: string;
  style: string;
  next: number;
}

/** A line with a line of punctuation below it that is as long, maybe with the same above. */
function headingAt(lines: readonly string[], at: number): Heading | null {
  const [first = "", second = "", third = ""] = lines.slice(at, at + 3);
  const isTitle = (text: string, line: string) =>
    text.trim() !== "" &&
    !underline.test(text) &&
    (underline.test(line) || (text.length < 3 && shortUnderline.test(line))) &&
    line.length >= Math.min(text.trim().length, 60);
  if (underline.test(first) && first === third && isTitle(second, third))
    return { text: second.trim(), style: first[0]! + first[0]!, next: at + 3 };
  if (!/^ /.test(first) && isTitle(first, second)) return { text: first, style: second[0]!, next: at + 2 };
  // A line across the page.
  return null;
}

const indentOf = (line: string) => line.length - line.trimStart().length;

function nextIsIndented(lines: readonly string[], at: number): boolean {
  let next = at + 1;
  while (next < lines.length && lines[next] === "") next++;
  return next < lines.length && indentOf(lines[next]!) > indentOf(lines[at]!);
}

/** The index after the lines below `at` that are indented deeper than `indent`. */
function endOfIndented(lines: readonly string[], at: number, indent: number): number {
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    if (lines[next] === "") continue;
    if (indentOf(lines[next]!) <= indent) break;
    end = next + 1;
  }
  return end;
}

function dedented(lines: readonly string[]): string[] {
  const indent = lines.reduce(
    (least, line) => (line === "" ? least : Math.min(least, indentOf(line))),
    Number.POSITIVE_INFINITY,
  );
  return lines.map((line) => line.slice(Math.min(indent, line.length)));
}

/** `:name: value` lines come first. */
function bodyOf(body: readonly string[]): { options: Map<string, string>; content: string[] } {
  const options = new Map<string, string>();
  let at = 0;
  for (; at < body.length; at++) {
    const option = /^ +:([\w-]{1,60}):(?: (.*))?$/.exec(body[at]!);
    if (option === null) break;
    options.set(option[1]!, (option[2] ?? "").trim());
  }
  return { options, content: dedented(body.slice(at)) };
}

/** `* - one` and `  - two` are cells of a row. */
const asCells = (line: string) => line.replace(/^( *)\* - /, "$1- ").replace(/^ {2}- /, "  - ");
