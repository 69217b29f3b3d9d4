/** reStructuredText as Markdown. Nothing is included or evaluated; directives that only configure are left out. */
import type { Content } from "../connector.ts";
import { decodeText } from "./decode.ts";
import { firstText, titleOfName } from "./facts.ts";
import type { ParsedDocument } from "./format.ts";
import { rstBlocks } from "./rst-blocks.ts";
import { namesOf, rstInline } from "./rst-inline.ts";

export function parseRestructuredText({ bytes, charset, name, hints }: Content): ParsedDocument[] {
  const lines = decodeText(bytes, charset)
    .split("\n")
    .map((line) => line.trimEnd().replaceAll("\t", "        "));
  const names = namesOf(lines);
  const { fields, start } = leadingFields(lines);
  const { text, title } = rstBlocks(lines.slice(start), names);
  const found = title ?? fields.get("title");
  return [
    {
      part: null,
      title:
        firstText(found && rstInline(found, names).replace(/[*`]/g, ""), hints.title) ?? titleOfName(name),
      author: fields.get("author") ?? fields.get("authors") ?? null,
      url: null,
      publishedAt: fields.get("date") ?? fields.get("created") ?? null,
      content: text,
    },
  ];
}

/** `:Author: Ada`, also below the title: facts of the document, which are not part of its text. */
function leadingFields(lines: string[]): { fields: Map<string, string>; start: number } {
  const fields = new Map<string, string>();
  let start = 0;
  const readFrom = (from: number) => {
    let at = from;
    for (; at < lines.length; at++) {
      const field = /^:([A-Za-z][\w -]{0,60}):(?: (.*))?$/.exec(lines[at]!);
      if (field !== null) fields.set(field[1]!.toLowerCase(), (field[2] ?? "").trim());
      else if (lines[at] !== "" && !(at > from && /^ +\S/.test(lines[at]!))) break;
    }
    return at;
  };
  start = readFrom(0);
  const heading = lines.slice(start, start + 8).findIndex((line) => /^[=#*~^-]{3,}$/.test(line));
  if (fields.size === 0 && heading !== -1) {
    const isOverlined = heading + 2 < lines.length && lines[start + heading] === lines[start + heading + 2];
    const after = start + heading + (isOverlined ? 3 : 1);
    const end = readFrom(after);
    if (fields.size > 0) lines.splice(after, end - after, "");
  }
  return { fields, start };
}
