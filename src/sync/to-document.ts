/** Turns what a connector parsed into a document of the catalog. */
import type { CatalogDocument } from "../catalog/types.ts";
import type { Hints } from "../connectors/connector.ts";
import type { ParsedDocument } from "../connectors/formats/format.ts";
import { isoDateSchema } from "../contract/values/iso-date.ts";
import { firstCodePoints } from "../contract/values/text.ts";
import { webUrlSchema } from "../contract/values/web-url.ts";
import { prepareDocument } from "../ingest/archive.ts";
import { cleanLine, cleanText } from "../ingest/clean-text.ts";
import { deriveDocumentId } from "../ingest/document-id.ts";

const MAX_CONTENT = 10_000_000;
const MAX_URL = 2_000;
/** A date further ahead than clocks differ is a mistake of its author. */
const FUTURE_MS = 86_400_000;

export interface ItemContext {
  source: string;
  item: string;
  /** Shown for a document without a title. */
  name: string;
  hints: Hints;
  /** Clock, in milliseconds. */
  now: number;
}

/**
 * Null when the document has no text. Its id depends on source, item and part only: a document stays the same one when
 * its title or text changes. A web page has the id that importing it by its address would give it.
 */
export function toDocument(parsed: ParsedDocument, context: ItemContext): CatalogDocument | null {
  const { source, item, name, hints, now } = context;
  const content = firstCodePoints(cleanText(parsed.content).trim(), MAX_CONTENT);
  if (content === "") return null;
  const title = firstCodePoints(
    cleanLine(parsed.title) || cleanLine(hints.title ?? "") || cleanLine(name) || item,
    1_000,
  );
  const identity = { source, title, author: null, publishedAt: null };
  const prepared = prepareDocument({
    documentId: deriveDocumentId({
      ...identity,
      url: parsed.part === null ? item : `${item}#${parsed.part}`,
    }),
    source,
    title,
    author: firstCodePoints(cleanLine(parsed.author ?? hints.author ?? ""), 500) || null,
    url: webUrl(parsed.url) ?? webUrl(hints.url) ?? webUrl(item),
    publishedAt: pastDate(parsed.publishedAt, now) ?? pastDate(hints.publishedAt, now),
    content,
  });
  return prepared.value.document;
}

function webUrl(text: string | null | undefined): string | null {
  const parsed = webUrlSchema.max(MAX_URL).safeParse(text);
  return parsed.success ? parsed.data : null;
}

function pastDate(text: string | null | undefined, now: number): string | null {
  const parsed = isoDateSchema.safeParse(text);
  return parsed.success && Date.parse(parsed.data) <= now + FUTURE_MS ? parsed.data : null;
}
