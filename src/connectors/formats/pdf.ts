/** PDF: its text with headings guessed from font sizes, and a mark where each page begins. */
import { getDocumentProxy } from "unpdf";
import type { Content } from "../connector.ts";
import { firstText, titleOfName } from "./facts.ts";
import { FormatError, type ParsedDocument } from "./format.ts";
import { withoutTitle } from "./html/without-title.ts";
import { type Line, linesOf } from "./pdf-lines.ts";
import { bodySizeOf, pagesText, withoutRunningLines } from "./pdf-text.ts";

/** Pages and characters beyond these are left out; the text says so. */
const MAX_PAGES = 2_000;
const MAX_CHARACTERS = 9_000_000;
/** Longest text of one page: more is not meant to be read. */
const MAX_PAGE_ITEMS = 100_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A document without text, such as a scan, has empty content. Throws FormatError for a damaged or encrypted one. */
export async function parsePdf({ bytes, name, hints }: Content): Promise<ParsedDocument[]> {
  const pdf = await open(bytes);
  try {
    const facts = await factsOf(pdf);
    const { pages, total } = await readPages(pdf);
    const body = bodySizeOf(pages);
    const heading = firstHeading(pages[0] ?? [], body);
    const cleaned = withoutRunningLines(pages);
    const title = firstText(facts.title, heading, hints.title) ?? titleOfName(name);
    const text = withoutTitle(pagesText(cleaned, { body, address: hints.url ?? null }), title);
    const cut = pages.length < total && text !== "";
    return [
      {
        part: null,
        title,
        author: facts.author,
        url: null,
        publishedAt: facts.date,
        language: facts.language,
        content: cut ? `${text}\n\n[the first ${pages.length} of ${total} pages]` : text,
      },
    ];
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The library takes the bytes over; images are never decoded.
    return await getDocumentProxy(Uint8Array.from(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      isOffscreenCanvasSupported: false,
      maxImageSize: 0,
      verbosity: 0,
      stopAtErrors: false,
    });
  } catch (error) {
    const { name } = error as Error;
    throw new FormatError(
      name === "PasswordException"
        ? "is encrypted: it can only be read with a password"
        : "is damaged, or not a PDF",
    );
  }
}

async function readPages(pdf: Pdf): Promise<{ pages: Line[][]; total: number }> {
  const total = pdf.numPages;
  const pages: Line[][] = [];
  let characters = 0;
  for (let number = 1; number <= Math.min(total, MAX_PAGES) && characters < MAX_CHARACTERS; number++) {
    const lines = await readPage(pdf, number);
    characters += lines.reduce((sum, { text }) => sum + text.length, 0);
    pages.push(lines);
  }
  return { pages, total };
}

/** A damaged page has no lines. */
async function readPage(pdf: Pdf, number: number): Promise<Line[]> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return linesOf(items.slice(0, MAX_PAGE_ITEMS).filter((item) => "str" in item));
  } catch {
    return [];
  }
}

/** The title that programs write is often the name of a file. */
const unusableTitle =
  /^(?:untitled|microsoft (?:word|powerpoint)|slide \d|powerpoint presentation|document\d*$|title$)|\.(?:docx?|pptx?|tex|dvi|indd|pdf|odt)$/i;

async function factsOf(pdf: Pdf): Promise<Record<"title" | "author" | "date" | "language", string | null>> {
  try {
    const info = ((await pdf.getMetadata()).info ?? {}) as Record<string, unknown>;
    const title = firstText(info.Title);
    return {
      title: title !== null && title.length > 3 && !unusableTitle.test(title) ? title : null,
      author: firstText(info.Author),
      date: dateOf(info.CreationDate),
      language: firstText(info.Language),
    };
  } catch {
    return { title: null, author: null, date: null, language: null };
  }
}

/** `D:20240501120000+02'00'` → `2024-05-01`. */
function dateOf(value: unknown): string | null {
  const found = typeof value === "string" ? /^D:(\d{4})(\d\d)?(\d\d)?/.exec(value) : null;
  return found === null ? null : found.slice(1).filter(Boolean).join("-");
}

/** The largest text of the first page, where it is larger than the body. */
function firstHeading(lines: readonly Line[], body: number): string | null {
  const largest = Math.max(...lines.map(({ size }) => size));
  const first = lines.findIndex(({ size }) => size === largest);
  if (first === -1 || largest <= body * 1.2) return null;
  const rest = lines.slice(first);
  const end = rest.findIndex(({ size }) => size !== largest);
  const text = rest
    .slice(0, end === -1 ? rest.length : end)
    .map((line) => line.text)
    .join(" ");
  return text.length <= 300 && /\p{L}{2}/u.test(text) ? text : null;
}
