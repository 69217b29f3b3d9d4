/** Turns what a connector parsed into a document of the catalog. */
import type { CatalogDocument } from "../catalog/types.ts";
import type { ParsedDocument } from "../connectors/formats/format.ts";
import { webUrlSchema } from "../contract/values/web-url.ts";
import { prepareDocument } from "../ingest/archive.ts";
import { cleanText } from "../ingest/clean-text.ts";
import { deriveDocumentId } from "../ingest/document-id.ts";

const MAX_URL = 2_000;

/**
 * Null when the document has no text; parsing has bounded its fields. The id depends only on the source's first key (`idKey`),
 * the item and the part, so it survives a changed title or text and a renamed source. A web page gets the id that importing
 * it by its address would give it.
 */
export function toDocument(
  { part, title, author, url, publishedAt, language, thread, machineSummary, content }: ParsedDocument,
  { source, item, idKey = source }: { source: string; item: string; idKey?: string },
): CatalogDocument | null {
  const text = cleanText(content).trim();
  if (text === "") return null;
  const address = part === null ? item : `${item}#${part}`;
  const { value } = prepareDocument({
    documentId: deriveDocumentId({ source: idKey, url: address, title, author, publishedAt }),
    source,
    title,
    author,
    url: webUrl(url) ?? webUrl(item),
    publishedAt,
    language,
    thread,
    machineSummary,
    content: text,
  });
  return value.document;
}

function webUrl(text: string | null): string | null {
  const parsed = webUrlSchema.max(MAX_URL).safeParse(text);
  return parsed.success ? parsed.data : null;
}
