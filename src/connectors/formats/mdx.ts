/** MDX: Markdown without its imports, exports, components and expressions; what components contain is kept. */
import type { Content } from "../connector.ts";
import { decodeText } from "./decode.ts";
import type { ParsedDocument } from "./format.ts";
import { markdownDocument } from "./markdown.ts";

/** A tag or an expression that does not end within this many characters is text. */
const MAX_CODE_CHARACTERS = 20_000;

export function parseMdx({ bytes, charset, name, hints }: Content): ParsedDocument[] {
  return [markdownDocument(decodeText(bytes, charset), { name, hints }, markdownOfMdx)];
}

/** Takes time in proportion to the length of the text. */
export function markdownOfMdx(text: string): string {
  const lines = new Mdx(text).convert().split("\n");
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const fence = /[ \t]{0,40}(`{3,100}|~{3,100})/y;
const moduleLine =
  /(?:import\s+(?:[\w*{"']|type\b)|export\s+(?:default|const|let|var|function|async|class|type|interface|\{|\*))/y;
const tag = /<(\/?)([A-Za-z][\w.:-]*|)(?=[\s/>])/y;
const shownAttribute = /\s(?:title|label|summary)=(?:"([^"]*)"|'([^']*)')/;

const withoutStrings = (line: string) => line.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "");

class Mdx {
  readonly #text: string;
  #at = 0;
  #written: string[] = [];
  /** Open components: what they contain is indented. */
  #depth = 0;
  /** Braces and tags before this index were found not to end. */
  #plainUntil = 0;
  /** Index after the last import or export. */
  #moduleEnd = -1;
  /** Brackets of imports and exports before this index were found not to be closed. */
  #unbalancedUntil = 0;

  constructor(text: string) {
    this.#text = text;
  }

  convert(): string {
    const text = this.#text;
    while (this.#at < text.length) {
      const atLineStart = this.#at === 0 || text[this.#at - 1] === "\n";
      if (atLineStart && (this.#fence() || this.#module())) continue;
      if (atLineStart && this.#depth > 0) this.#dedent();
      this.#piece();
    }
    return this.#written.join("");
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  /** Code is copied. */
  #fence(): boolean {
    const found = this.#match(fence);
    if (found === null) return false;
    const mark = found[1]!;
    const indent = found[0].length - mark.length;
    let end = this.#endOfLine(this.#at);
    while (end < this.#text.length) {
      const next = this.#text.indexOf("\n", end);
      const line = this.#text.slice(end, next === -1 ? this.#text.length : next);
      end += line.length + 1;
      if (line.trim().startsWith(mark) && line.trim().replaceAll(mark[0]!, "") === "") break;
    }
    const lines = this.#text.slice(this.#at, end).split("\n");
    this.#written.push(
      lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length))).join("\n"),
    );
    this.#at = Math.min(end, this.#text.length);
    return true;
  }

  #endOfLine(from: number): number {
    const end = this.#text.indexOf("\n", from);
    return end === -1 ? this.#text.length : end + 1;
  }

  /** Imports and exports end with a blank line outside of brackets. */
  #module(): boolean {
    const before = this.#text.slice(Math.max(0, this.#at - 2), this.#at);
    const follows = this.#at === 0 || before.endsWith("\n\n") || this.#moduleEnd === this.#at;
    if (this.#depth > 0 || !follows || this.#match(moduleLine) === null) return false;
    let depth = 0;
    let end = this.#at;
    let firstBlank: number | null = null;
    while (end < this.#text.length && end - this.#at < MAX_CODE_CHARACTERS) {
      const next = this.#text.indexOf("\n", end);
      const line = this.#text.slice(end, next === -1 ? this.#text.length : next);
      if (line.trim() === "") firstBlank ??= end;
      if (line.trim() === "" && (depth <= 0 || this.#at < this.#unbalancedUntil)) break;
      for (const character of withoutStrings(line))
        depth += "{[(".includes(character) ? 1 : "}])".includes(character) ? -1 : 0;
      end += line.length + 1;
    }
    if (depth > 0) this.#unbalancedUntil = Math.max(this.#unbalancedUntil, end);
    this.#at = Math.min(depth > 0 ? (firstBlank ?? end) : end, this.#text.length);
    this.#moduleEnd = this.#at;
    return true;
  }

  #dedent(): void {
    let most = 2 * this.#depth;
    while (most-- > 0 && (this.#text[this.#at] === " " || this.#text[this.#at] === "\t")) this.#at++;
  }

  #piece(): void {
    const character = this.#text[this.#at];
    if (character === "`") this.#code();
    else if (character === "\\") this.#copy(2);
    else if (character === "<" && this.#at >= this.#plainUntil && this.#match(tag) !== null) this.#tag();
    else if (character === "{" && this.#at >= this.#plainUntil) this.#expression();
    else if (character === "\n" || "<{".includes(character!)) this.#copy(1);
    else {
      const rest = /[^`\\<{\n]+/y;
      this.#copy(this.#match(rest)![0].length);
    }
  }

  #copy(length: number): void {
    this.#written.push(this.#text.slice(this.#at, this.#at + length));
    this.#at += length;
  }

  #code(): void {
    const mark = this.#match(/`+/y)![0];
    const end = this.#text.indexOf(mark, this.#at + mark.length);
    const isInline = end !== -1 && end - this.#at < MAX_CODE_CHARACTERS;
    this.#copy(isInline ? end - this.#at + mark.length : mark.length);
  }

  #tag(): void {
    const found = this.#match(tag)!;
    const end = this.#endOf(this.#at + found[0].length, ">");
    if (end === null) {
      this.#copy(1);
      return;
    }
    const source = this.#text.slice(this.#at, end);
    const [, slash, name] = found;
    const isVoid = source.endsWith("/>") || /^(?:br|hr|img|input|meta|link)$/i.test(name!);
    if (slash === "/") this.#depth = Math.max(0, this.#depth - 1);
    else if (!isVoid) this.#depth++;
    const shown = shownAttribute.exec(source.replaceAll("\n", " "));
    if (/^br$/i.test(name!)) this.#written.push("\n");
    else if (shown !== null && slash === "") this.#written.push(`**${(shown[1] ?? shown[2]!).trim()}** `);
    this.#at = end;
  }

  /** A string is its text; comments and everything else are left out. */
  #expression(): void {
    const end = this.#endOf(this.#at + 1, "}");
    if (end === null) {
      this.#copy(1);
      return;
    }
    const source = this.#text.slice(this.#at + 1, end - 1).trim();
    const isString = /^(["'`])[^"'`]*\1$/.test(source) && !source.includes("${");
    if (isString) this.#written.push(source.slice(1, -1));
    this.#at = end;
  }

  /** The index after the closing character, outside of strings and of braces; null when there is none nearby. */
  #endOf(from: number, closing: ">" | "}"): number | null {
    const text = this.#text;
    const most = Math.min(text.length, from + MAX_CODE_CHARACTERS);
    let braces = 0;
    for (let at = from; at < most; at++) {
      const character = text[at]!;
      if (braces === 0 && character === closing) return at + 1;
      if (character === "{") braces++;
      else if (character === "}") braces--;
      else if (
        character === '"' ||
        character === "`" ||
        (character === "'" && (closing === ">" || braces > 0))
      ) {
        const end = text.indexOf(character, at + 1);
        if (end !== -1 && end < most) at = end;
      }
    }
    this.#plainUntil = most;
    return null;
  }
}
