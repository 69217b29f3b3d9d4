/** GET /archives/:documentId: one slice of a document. */
import type { ArchiveDocumentPage } from "../contract/api/archive.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { OperationInput } from "../contract/api/operations.ts";
import { type ArchiveContext, openArchive } from "./archive-context.ts";
import { authorshipOf } from "./authorship.ts";
import { readableChars } from "./excerpt.ts";

export async function readDocument(
  context: ArchiveContext,
  input: OperationInput<"readDocument">,
): Promise<ArchiveDocumentPage> {
  const { archive, manifest } = context.snapshot;
  const number = archive.find(input.documentId);
  if (number < 0) throw new ApiError("NOT_FOUND", "Document not found");
  const document = archive.document(number);
  const { documentId, title, source, url, publishedAt, totalChars, language } = document;
  const isExcerpt = context.snapshot.isExcerptOnly(source);
  const readable = isExcerpt ? Math.min(totalChars, readableChars) : totalChars;
  const { offset, maxChars } = input;
  const end = Math.min(offset + maxChars, readable);
  const hasMore = end < readable;
  const note = manifest.sources.find(({ key }) => key === source)?.licenceNote;
  return {
    documentId,
    title,
    ...authorshipOf(context, document),
    source,
    url,
    publishedAt,
    ...(language !== undefined && { language }),
    content: offset < end ? await openArchive(context).contentOf(number, { from: offset, to: end }) : "",
    restricted: isExcerpt,
    isExcerpt,
    ...(isExcerpt ? { excerptNote: note ?? defaultNote } : {}),
    offset,
    maxChars,
    totalChars: readable,
    nextOffset: hasMore ? end : null,
    hasMore,
  };
}

const defaultNote = "Only an excerpt of this source may be shown, for licensing reasons.";
