/** Mail archives: one document for each thread. */
import PostalMime, { decodeWords, type Email } from "postal-mime";
import type { Content } from "../../connector.ts";
import { firstText, pastDate, titleOfName } from "../facts.ts";
import { FormatError, type ParsedDocument } from "../format.ts";
import { cleanHtml } from "../html/clean-html.ts";
import { htmlToMarkdown } from "../html/to-markdown.ts";
import { plainSubject } from "./headers.ts";
import { MAX_MESSAGE_BYTES, MAX_THREAD_MESSAGES } from "./limits.ts";
import { ownText } from "./own-text.ts";
import { type MessagePlace, splitMbox } from "./split-mbox.ts";
import { type Thread, threadsOf } from "./threads.ts";

const MAX_CHARACTERS = 9_000_000;

interface Message {
  title: string;
  author: string | null;
  date: string | null;
  url: string | null;
  text: string;
}

/** `part` is the id of the first message of a thread. Threads without text of their own have empty content. */
export async function parseMail({ bytes, name }: Content): Promise<ParsedDocument[]> {
  const places: MessagePlace[] = [];
  for await (const place of splitMbox([bytes])) places.push(place);
  if (places.length === 0 && bytes.some((byte) => byte > 0x20))
    throw new FormatError("is not an mbox: no line begins with From and a date");
  const documents: ParsedDocument[] = [];
  for (const thread of threadsOf(places)) documents.push(await threadDocument(thread, bytes, name));
  return documents;
}

async function threadDocument(
  thread: Thread<MessagePlace>,
  bytes: Uint8Array,
  name: string,
): Promise<ParsedDocument> {
  const written: string[] = [];
  let first: Message | null = null;
  let characters = 0;
  for (const { start, length } of thread.messages.slice(0, MAX_THREAD_MESSAGES)) {
    const message = await readMessage(bytes.subarray(start, start + Math.min(length, MAX_MESSAGE_BYTES)));
    if (message === null) continue;
    first ??= message;
    if (message.text === "") continue;
    if (characters + message.text.length > MAX_CHARACTERS) break;
    characters += message.text.length;
    written.push(`### ${headingOf(message)}\n\n${message.text}`);
  }
  if (thread.messages.length > MAX_THREAD_MESSAGES)
    written.push(`[only the first ${MAX_THREAD_MESSAGES} messages of the thread]`);
  return {
    part: thread.id,
    title: firstText(first?.title) ?? titleOfName(name),
    author: first?.author ?? null,
    url: first?.url ?? null,
    publishedAt: first?.date ?? null,
    content: written.join("\n\n"),
  };
}

function headingOf({ author, date }: Message): string {
  return [author ?? "Unknown author", ...(date === null ? [] : [date.slice(0, 10)])].join(", ");
}

/** Null for a message that cannot be read. */
async function readMessage(bytes: Uint8Array): Promise<Message | null> {
  try {
    const email = await new PostalMime({ maxNestingDepth: 50, maxRfc822NestingDepth: 0 }).parse(
      withoutFromLine(bytes),
    );
    return {
      title: plainSubject(email.subject ?? ""),
      author: nameOf(email),
      date: pastDate(headerOf(email, "date")),
      url: archiveAddress(email),
      text: ownText(bodyOf(email)),
    };
  } catch {
    return null;
  }
}

/** Lines that begin with `From ` are quoted in an mbox. */
function withoutFromLine(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const message = buffer.subarray(buffer.indexOf(0x0a) + 1);
  if (!message.includes("\n>")) return message;
  return Buffer.from(message.toString("latin1").replace(/^>(>{0,20}From )/gm, "$1"), "latin1");
}

function bodyOf({ text, html }: Email): string {
  if (text !== undefined && text.trim() !== "") return text;
  return html === undefined ? "" : htmlToMarkdown(cleanHtml(html), null);
}

/** The name, or what comes before the @: archives do not repeat addresses, and many write `ada at example.org (Ada)`. */
function nameOf(email: Email): string | null {
  const { from } = email;
  const address = from?.group === undefined ? from : from.group[0];
  const name = (address?.name || address?.address?.split("@", 1)[0]) ?? "";
  const hidden = address?.address ? undefined : /^(\S{1,300}) at \S{1,300}$/.exec(name)?.[1];
  const comment = /\(([^()]{1,300})\)\s*$/.exec(headerOf(email, "from"))?.[1] ?? "";
  const shown = hidden === undefined ? name : decodeWords(comment).trim() || hidden;
  return firstText(shown.replace(/ via .{1,100}$/, "").replace(/["<>#*]/g, ""));
}

const headerOf = ({ headers }: Email, name: string): string =>
  headers.find(({ key }) => key === name)?.value ?? "";

function archiveAddress(email: Email): string | null {
  return /<?(https?:\/\/[^\s<>]{1,1900})>?/.exec(headerOf(email, "archived-at"))?.[1] ?? null;
}
