/** A shortlist as a file. */
import { csvRow } from "../contract/values/csv.ts";
import { code, inlineText, link, plain } from "../contract/values/markdown-text.ts";
import { slugOf } from "../contract/values/slug.ts";
import type { ExportFormat, ShortlistItem, ShortlistWithItems } from "./types.ts";

export function shortlistFile(list: ShortlistWithItems, format: ExportFormat) {
  const { type, extension, text } = writers[format](list);
  return { fileName: `${slugOf(list.name).slice(0, 60) || "shortlist"}.${extension}`, type, text };
}

const flat = ({ kind, key, note, addedAt, record }: ShortlistItem) => ({
  kind,
  key,
  title: record?.title ?? null,
  summary: record?.summary ?? null,
  origin: record?.origin ?? null,
  url: record?.url ?? null,
  note,
  addedAt,
});
const columns = ["kind", "key", "title", "summary", "origin", "url", "note", "addedAt"] as const;

const writers: Record<
  ExportFormat,
  (list: ShortlistWithItems) => { type: string; extension: string; text: string }
> = {
  csv: ({ items }) => {
    const rows = items.map(flat).map((item) => csvRow(columns.map((column) => item[column])));
    return { type: "text/csv; charset=utf-8", extension: "csv", text: [csvRow(columns), ...rows].join("") };
  },
  jsonl: ({ items }) => ({
    type: "application/x-ndjson",
    extension: "jsonl",
    text: items.map((item) => `${JSON.stringify(flat(item))}\n`).join(""),
  }),
  markdown: (list) => ({ type: "text/markdown; charset=utf-8", extension: "md", text: markdownOf(list) }),
};

function markdownOf({ name, notes, items }: ShortlistWithItems): string {
  const head = [`# ${plain(name)}`, ...(notes === "" ? [] : [quoted(notes)])];
  return `${[...head, items.map(markdownItem).join("\n")].join("\n\n")}\n`;
}

function markdownItem({ kind, key, note, record }: ShortlistItem): string {
  const title = record === null ? `${plain(key)} (withdrawn)` : plain(record.title);
  const named = record?.url ? link(record.title, record.url) : title;
  const about = [record?.origin, record?.summary].filter((text) => text).map((text) => inlineText(text!));
  const line = `- **${named}** (${kind} ${code(key)})${about.map((text) => `, ${text}`).join("")}`;
  return note === "" ? line : `${line}\n${quoted(note, "  ")}`;
}

const quoted = (text: string, indent = ""): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `${indent}> ${plain(line)}`)
    .join("\n");
