/** Parses the content of an item into documents. Pathological input can take long: `ParseThread` bounds it. */
import { languageTag } from "../../contract/values/language.ts";
import { firstCodePoints } from "../../contract/values/text.ts";
import type { Content } from "../connector.ts";
import { unpacked } from "./decode.ts";
import { pastDate, titleOfName } from "./facts.ts";
import { type Format, FormatError, type ParsedDocument } from "./format.ts";

type Parser = (content: Content) => ParsedDocument[] | Promise<ParsedDocument[]>;

const MAX_CONTENT_CHARACTERS = 10_000_000;
const MAX_TITLE_CHARACTERS = 1_000;
const MAX_AUTHOR_CHARACTERS = 500;
const MAX_THREAD_CHARACTERS = 500;

/** Where a word may be divided; a search would take it for two words. */
const SOFT_HYPHEN = "\u00ad";

/** Loaded when first needed: some bring large libraries. */
const parsers: Readonly<Record<Format, () => Promise<Parser>>> = {
  html: async () => (await import("./html.ts")).parseHtml,
  markdown: async () => (await import("./markdown.ts")).parseMarkdown,
  page: async () => (await import("./page.ts")).parsePage,
  asciidoc: async () => (await import("./asciidoc.ts")).parseAsciidoc,
  restructuredtext: async () => (await import("./restructuredtext.ts")).parseRestructuredText,
  mbox: async () => (await import("./mail/mail.ts")).parseMail,
  mdx: async () => (await import("./mdx.ts")).parseMdx,
  text: async () => (await import("./text.ts")).parseText,
  pdf: async () => (await import("./pdf.ts")).parsePdf,
  vtt: async () => (await import("./transcript.ts")).parseCaptions,
  srt: async () => (await import("./transcript.ts")).parseCaptions,
  captions: async () => (await import("./transcript.ts")).parseCaptions,
};

/**
 * The documents of one item, in its order. Hints fill in what the content does not state. Throws FormatError when it
 * cannot be parsed.
 */
export async function parse(content: Content): Promise<ParsedDocument[]> {
  const parser = await parsers[content.format]();
  const bytes = unpacked(content.bytes);
  const documents = await parser({ ...content, bytes });
  return documents.map((document) => bounded(document, content));
}

function bounded(document: ParsedDocument, { hints, name }: Content): ParsedDocument {
  if (document.content.length > MAX_CONTENT_CHARACTERS)
    throw new FormatError(
      `has a text of more than ${MAX_CONTENT_CHARACTERS.toLocaleString("en")} characters`,
    );
  const title =
    document.title
      .replaceAll(SOFT_HYPHEN, "")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim() || titleOfName(name);
  const language = languageTag(document.language ?? "") ?? languageTag(hints.language ?? "");
  const thread = document.thread ?? hints.thread ?? null;
  const author = document.author ?? hints.author ?? null;
  return {
    part: document.part,
    title: firstCodePoints(title, MAX_TITLE_CHARACTERS),
    author: author === null ? null : firstCodePoints(author, MAX_AUTHOR_CHARACTERS),
    url: document.url ?? hints.url ?? null,
    publishedAt: pastDate(document.publishedAt) ?? pastDate(hints.publishedAt),
    ...(language !== null && { language }),
    ...(thread !== null && { thread: firstCodePoints(thread, MAX_THREAD_CHARACTERS) }),
    ...(document.machineSummary === true && { machineSummary: true }),
    content: document.content.replaceAll(SOFT_HYPHEN, ""),
  };
}
