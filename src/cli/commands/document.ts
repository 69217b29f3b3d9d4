/** `priorart document ID`: the text of a document, or its passages on a subject. */
import type { Command } from "commander";
import type { ArchiveDocumentPage, ArchiveSearchResult } from "../../contract/api/archive.ts";
import { summaryLabel } from "../../idea-check/summary-label.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { exitCodes, UsageError } from "../exit.ts";
import { createResearchCommand, wholeNumber } from "../options.ts";
import { type Format, type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";
import { paged } from "../output/pager.ts";
import { showSheet } from "../output/sheet.ts";
import { counted } from "../progress.ts";

interface DocumentOptions extends CommonOptions, FormatOptions {
  passages?: string;
  offset?: number;
  maxChars?: number;
}

const longestPage = 20_000;

export function documentCommand(runner: Runner): Command {
  const command = createResearchCommand("document", "read one document of the archive")
    .argument("<id>", "id of the document")
    .option("--passages <query>", "only its passages that a search for this finds")
    .option("--offset <n>", "begin at this character", wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .option(
      "--max-chars <n>",
      "read so many characters, 200 to 20000 (default: to the end)",
      wholeNumber(200, longestPage),
    );
  return withFormat(command)
    .notes("On a terminal, the text is shown in PAGER (default: less).")
    .examples(
      "document 0b0f4d1e-7c0a-4a53-9a57-0d4f4f6f2f10",
      'document 0b0f4d1e-7c0a-4a53-9a57-0d4f4f6f2f10 --passages "session keys"',
      "document 0b0f4d1e-7c0a-4a53-9a57-0d4f4f6f2f10 --format markdown",
    )
    .action(
      runner.research<DocumentOptions, [string]>(async (context, options, documentId) => {
        const { passages, offset = 0, maxChars } = options;
        const format = formatOf(options);
        if (passages !== undefined && (options.offset ?? maxChars) !== undefined)
          throw new UsageError("--passages selects what is shown: leave out --offset and --max-chars");
        const page =
          maxChars === undefined
            ? await readToEnd(context, documentId, offset)
            : await readPage(context, documentId, { offset, maxChars });
        if (passages === undefined) await showDocument(context, format, page);
        else
          await showPassages(context, format, { page, found: await findPassages(context, page, passages) });
        return exitCodes.ok;
      }),
    );
}

function readPage(
  { ask }: CommandContext,
  documentId: string,
  { offset, maxChars }: { offset: number; maxChars: number },
): Promise<ArchiveDocumentPage> {
  // Query parameters are text.
  return ask("readDocument", { documentId, offset: String(offset), maxChars: String(maxChars) });
}

/** All pages as one. */
async function readToEnd(
  context: CommandContext,
  documentId: string,
  offset: number,
): Promise<ArchiveDocumentPage> {
  const page = await readPage(context, documentId, { offset, maxChars: longestPage });
  let { content, nextOffset } = page;
  while (nextOffset !== null) {
    context.progress.update({ step: "Reading", done: nextOffset, total: page.totalChars });
    const next = await readPage(context, documentId, { offset: nextOffset, maxChars: longestPage });
    content += next.content;
    nextOffset = next.nextOffset;
  }
  context.progress.end();
  return { ...page, content, maxChars: [...content].length, nextOffset: null, hasMore: false };
}

function factsOf(page: ArchiveDocumentPage) {
  return [
    ["Id", page.documentId],
    ["Author", page.author],
    ["Written by", page.machineSummary ? summaryLabel(page.machineSummary) : null],
    ["Source", page.source],
    ["Published", page.publishedAt?.slice(0, 10)],
    ["Address", page.url],
    ["Note", page.excerptNote],
  ] as const;
}

async function showDocument(
  context: CommandContext,
  format: Format,
  page: ArchiveDocumentPage,
): Promise<void> {
  await paged(context, (output) =>
    showSheet(output, format, {
      response: page,
      title: page.title,
      facts: factsOf(page),
      texts: [{ heading: null, text: page.content, markdown: true }],
    }),
  );
  if (page.nextOffset !== null)
    context.note(
      `${counted(page.totalChars, "character")} in all: continue with --offset ${page.nextOffset}.`,
    );
}

/** A place in the text that a search finds. */
interface Passage {
  similarity: number;
  chunkIndex: number;
  /** In characters (code points) of the text; null where only the quotation is known. */
  start: number | null;
  text: string;
}

const documentsPerSearch = 10;
/** The search pages over this many documents. */
const documentsSearched = 60;

/** The search cannot be limited to a document: it is to its source. */
async function findPassages(
  { ask }: CommandContext,
  page: ArchiveDocumentPage,
  query: string,
): Promise<Passage[]> {
  const characters = [...page.content];
  for (let offset = 0; offset < documentsSearched; offset += documentsPerSearch) {
    const { results, hasMore } = await ask("searchArchives", {
      query,
      sources: [page.source],
      limit: documentsPerSearch,
      offset,
      maxChunksPerDoc: 4,
      maxDocsPerSource: 0,
      minSimilarity: 0,
      explain: true,
    });
    const found = results.filter(({ documentId }) => documentId === page.documentId);
    if (found.length > 0) return found.map((result) => passageOf(result, characters));
    if (!hasMore) break;
  }
  return [];
}

const contextCharacters = 400;

/** The paragraph around the quotation. */
function passageOf(
  { similarity, snippet, chunkIndex, explanation }: ArchiveSearchResult,
  characters: readonly string[],
): Passage {
  const place = explanation?.passage;
  if (!place) return { similarity, chunkIndex, start: null, text: snippet };
  let { start, end } = place;
  const first = Math.max(0, start - contextCharacters);
  const last = Math.min(characters.length, end + contextCharacters);
  while (start > first && characters[start - 1] !== "\n") start--;
  while (end < last && characters[end] !== "\n") end++;
  return { similarity, chunkIndex, start, text: characters.slice(start, end).join("") };
}

const columns: readonly Column<Passage>[] = [
  { name: "similarity", value: ({ similarity }) => similarity },
  { name: "chunkIndex", value: ({ chunkIndex }) => chunkIndex },
  { name: "start", value: ({ start }) => start },
  { name: "text", value: ({ text }) => text },
];

async function showPassages(
  context: CommandContext,
  format: Format,
  { page, found }: { page: ArchiveDocumentPage; found: Passage[] },
): Promise<void> {
  const { documentId, title } = page;
  if (found.length === 0 && format === "table")
    context.note(
      `No passage of it is among the first ${documentsSearched} documents that the search finds in its source.`,
    );
  if (format !== "table" && format !== "markdown")
    return showAnswer(context, format, {
      response: { documentId, title, passages: found },
      records: { columns, rows: found },
    });
  await paged(context, (output) =>
    showSheet(output, format, {
      response: {},
      title,
      facts: factsOf(page),
      texts: found.map(({ similarity, start, text }) => ({
        heading: `Score ${similarity.toFixed(3)}${start === null ? "" : `, from character ${start}`}`,
        text,
        markdown: true,
      })),
    }),
  );
}
