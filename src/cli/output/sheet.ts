/** One record in every format: facts, texts and small tables. */
import { csvRow } from "../../contract/values/csv.ts";
import { jsonText } from "../../contract/values/json-text.ts";
import { inlineText, plain } from "../../contract/values/markdown-text.ts";
import type { CommandContext } from "../context.ts";
import type { Format } from "./format.ts";
import { markdownTable, type Section, showTable } from "./listing.ts";
import { onOneLine, outputWidth, padded, wrapped } from "./width.ts";

export interface Sheet {
  /** The response of the API. */
  response: object;
  title: string;
  /** Those without a value are left out. */
  facts: readonly (readonly [name: string, value: string | number | null | undefined | false])[];
  /** Paragraphs are kept apart; `heading` null: none. `markdown`: the text is Markdown. */
  texts?: readonly { heading: string | null; text: string; markdown?: true }[];
  sections?: readonly Section[];
}

/** The lines that a terminal shows. */
export function showSheet(context: CommandContext, format: Format, sheet: Sheet): void {
  const facts = sheet.facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === false || value === ""
      ? []
      : [[name, String(value)] as const],
  );
  const texts = (sheet.texts ?? []).filter(({ text }) => text.trim() !== "");
  const sections = (sheet.sections ?? []).filter(({ listing }) => listing.rows.length > 0);
  const parts = { ...sheet, facts, texts, sections };
  if (format === "json") context.printJson(sheet.response);
  else if (format === "jsonl") context.print(jsonText(sheet.response));
  else if (format === "csv") showCsv(context, parts);
  else if (format === "markdown") showMarkdown(context, parts);
  else showText(context, parts);
}

type Parts = Omit<Sheet, "facts"> & {
  facts: readonly (readonly [string, string])[];
  texts: NonNullable<Sheet["texts"]>;
  sections: readonly Section[];
};

function showText(context: CommandContext, { title, facts, texts, sections }: Parts): void {
  context.print(context.colours.bold(onOneLine(title)));
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  for (const [name, value] of facts) context.print(`${padded(name, width)}  ${onOneLine(value)}`);
  for (const { heading, text } of texts) {
    context.print("");
    if (heading !== null) context.print(context.colours.bold(onOneLine(heading)));
    for (const line of paragraphs(text)) context.print(line);
  }
  for (const { heading, listing } of sections) {
    context.print("");
    context.print(context.colours.bold(onOneLine(heading)));
    showTable(context, listing);
  }
}

/** Lines of a text, each wrapped; indented ones keep their indentation. */
export function paragraphs(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line) => {
    const indent = /^ {1,8}/.exec(line)?.[0] ?? "";
    const parts = wrapped(line, outputWidth() - indent.length);
    return parts.length === 0 ? [""] : parts.map((part) => indent + part);
  });
  return lines.filter((line, at) => line !== "" || (at > 0 && lines[at - 1] !== ""));
}

function showCsv(context: CommandContext, { title, facts, texts }: Parts): void {
  context.write(csvRow(["field", "value"]));
  context.write(csvRow(["Title", title]));
  for (const fact of facts) context.write(csvRow(fact));
  for (const { heading, text } of texts) context.write(csvRow([heading ?? "Text", text]));
}

function showMarkdown(context: CommandContext, { title, facts, texts, sections }: Parts): void {
  const text = [
    `# ${plain(title)}`,
    facts.map(([name, value]) => `- ${inlineText(name)}: ${inlineText(value)}`).join("\n"),
    ...texts.map(
      ({ heading, text: body, markdown }) =>
        (heading === null ? "" : `## ${plain(heading)}\n\n`) +
        (markdown
          ? body.trim()
          : body
              .trim()
              .split(/\n\s*\n/)
              .map(plain)
              .join("\n\n")),
    ),
    ...sections.map(({ heading, listing }) => `## ${plain(heading)}\n\n${markdownTable(listing)}`),
  ];
  context.print(text.filter((part) => part !== "").join("\n\n"));
}
