/** Formats that become documents. */

/** `page`: a web page, of which only the main content counts; `html`: HTML that is content as a whole. */
export const formats = [
  "markdown",
  "mdx",
  "asciidoc",
  "restructuredtext",
  "text",
  "html",
  "page",
  "pdf",
  "mbox",
  "vtt",
  "srt",
  "captions",
] as const;
export type Format = (typeof formats)[number];

/** One document of an item. */
export interface ParsedDocument {
  /** Names it within its item, the same in every run: the id of a thread's first message; null for an item's only one. */
  part: string | null;
  title: string;
  author: string | null;
  /** Where a person reads it; null: the item's address. */
  url: string | null;
  /** ISO 8601; null: not stated. */
  publishedAt: string | null;
  /** As stated; absent or null: not stated. */
  language?: string | null;
  /** Names its thread within the source; absent or null: none. */
  thread?: string | null;
  /** Stated to be a summary that a machine wrote. */
  machineSummary?: boolean;
  /** Markdown, without the title as its first heading; at most 10,000,000 characters. Empty: no text was found. */
  content: string;
}

/** The content cannot be parsed: damaged, encrypted, or larger than allowed. The message is for the operator. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}

/** Extensions of file names, in lower case, without compression. */
const extensions: Readonly<Record<string, Format>> = {
  md: "markdown",
  markdown: "markdown",
  mdx: "mdx",
  adoc: "asciidoc",
  asciidoc: "asciidoc",
  asc: "asciidoc",
  rst: "restructuredtext",
  txt: "text",
  text: "text",
  html: "html",
  htm: "html",
  xhtml: "html",
  pdf: "pdf",
  mbox: "mbox",
  mbx: "mbox",
  vtt: "vtt",
  srt: "srt",
};

/** The format of a file by the extension of its name, ignoring `.gz`; null when it is none of these. */
export function formatOfName(name: string): Format | null {
  const extension = /\.([a-z0-9]+)$/.exec(name.toLowerCase().replace(/\.gz$/, ""))?.[1];
  return extension === undefined ? null : (extensions[extension] ?? null);
}
