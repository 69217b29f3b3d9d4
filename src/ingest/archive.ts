/** Imports documents. Undeclared sources are created with open access. */
import type { Catalog } from "../catalog/catalog.ts";
import { hashDocument } from "../catalog/content-hash.ts";
import type { CatalogDocument } from "../catalog/types.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import { type DocumentRecord, documentRecordSchema } from "../contract/records/document-record.ts";
import { sourceKeySchema } from "../contract/values/keys.ts";
import { languageTag } from "../contract/values/language.ts";
import { slugOf } from "../contract/values/slug.ts";
import { cleanLine, shorten } from "./clean-text.ts";
import { toUtc } from "./dates.ts";
import { deriveDocumentId } from "./document-id.ts";
import { firstText } from "./first-text.ts";
import type { ImportKind, Prepared } from "./import-kind.ts";
import { runImport } from "./run.ts";
import { type ImportOptions, type ImportReport, ImportUsageError } from "./types.ts";

interface DocumentToSave {
  document: CatalogDocument;
  sourceLabel: string | null;
}

/**
 * Imports JSON Lines or CSV, plain or gzip, `-` for standard input, Markdown files, and folders of any of them.
 * Throws ImportUsageError, with nothing imported, when an input or the map cannot be used; bad records are counted
 * in the report.
 */
export async function importArchive(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  checkSource(options.source);
  const keys = await renamedSources(catalog);
  const kind = { ...documentKind, prepare: (record: DocumentRecord) => prepareDocument(record, keys) };
  return runImport(catalog, kind, { inputs, options });
}

/** Throws ImportUsageError for what cannot be the key of a source. */
function checkSource(source: string | undefined): void {
  const fault = source === undefined ? undefined : sourceKeySchema.safeParse(source).error?.issues[0];
  if (fault === undefined) return;
  const rule =
    fault.code === "too_big"
      ? `must have at most ${fault.maximum} characters`
      : `${fault.message}, such as ${slugOf(source!) || "my-notes"}`;
  throw new ImportUsageError(`--source "${shorten(source!, 100)}" ${rule}`);
}

export const documentKind: ImportKind<typeof documentRecordSchema, DocumentToSave> = {
  name: "archive",
  recordKind: "document",
  keyName: "document",
  schema: documentRecordSchema,
  markdown: true,
  identify: (raw) => firstText(raw, ["documentId", "url", "title", "id"]),
  prepare: (record) => prepareDocument(record),
  save: saveWithSources,
};

/** By the keys that renamed sources have and had: their present keys, and the first ones, which ids are derived from. */
type RenamedSources = ReadonlyMap<string, { key: string; first: string }>;

async function renamedSources(catalog: Pick<Catalog, "sources">): Promise<RenamedSources> {
  const renamed = new Map<string, { key: string; first: string }>();
  const sources = await catalog.sources();
  const keys = new Set(sources.map(({ key }) => key));
  for (const { key, formerKeys = [] } of sources)
    for (const name of [key, ...formerKeys.filter((former) => !keys.has(former))])
      if (formerKeys.length > 0) renamed.set(name, { key, first: formerKeys[0]! });
  return renamed;
}

export function prepareDocument(
  record: DocumentRecord,
  renamed: RenamedSources = new Map(),
): Prepared<DocumentToSave> {
  const { key, first } = renamed.get(record.source) ?? { key: record.source, first: record.source };
  const fields = {
    source: key,
    title: cleanLine(record.title),
    author: cleanLine(record.author ?? "") || null,
    url: record.url?.trim() || null,
    publishedAt: toUtc(record.publishedAt),
    ...statedFacts(record),
  };
  const documentId = record.documentId?.toLowerCase() ?? deriveDocumentId({ ...fields, source: first });
  const whole = { documentId, ...fields, content: record.content };
  const document = { ...whole, contentHash: hashDocument(whole) };
  const sourceLabel = cleanLine(record.sourceLabel ?? "") || null;
  return { key: documentId, contentHash: document.contentHash, value: { document, sourceLabel } };
}

/** Fields that only some documents have. */
function statedFacts({
  language,
  thread,
  machineSummary,
}: DocumentRecord): Pick<CatalogDocument, "language" | "thread" | "machineSummary"> {
  const tag = languageTag(language ?? "");
  const name = threadName(cleanLine(String(thread ?? "")));
  return {
    ...(tag !== null && { language: tag }),
    ...(name !== "" && { thread: name }),
    ...(machineSummary && { machineSummary }),
  };
}

/** Without what replies and forwarded mail have in front, so that a subject can name a thread. */
const threadName = (text: string) => text.replace(/^(?:(?:re|aw|fwd?|wg|sv|antw)(?:\[\d{1,3}\])?: ?)+/i, "");

async function saveWithSources(writer: CatalogWriter, documents: readonly DocumentToSave[]): Promise<void> {
  const labels = new Map<string, string | null>();
  for (const { document, sourceLabel } of documents) {
    labels.set(document.source, labels.get(document.source) ?? sourceLabel);
  }
  for (const [source, label] of labels) await writer.mentionSource(source, label);
  await writer.saveDocuments(documents.map(({ document }) => document));
}
