/** Detects the languages of documents that state none, and keeps them in the catalog. */
import type { CatalogDocument } from "../../catalog/types.ts";
import type { PublishRun } from "../types.ts";

/** Of a text, what is inspected at most. */
const BEGINNING_CHARACTERS = 8_000;

/** A document is inspected once, until its text changes. */
export async function findLanguages(run: PublishRun): Promise<void> {
  let done = 0;
  for await (const batch of run.catalog.documentsWithoutLanguage()) {
    run.signal?.throwIfAborted();
    // Loaded only where there is something to detect: its tables are large.
    const { detectLanguage } = await import("./detect-language.ts");
    await run.catalog.saveLanguages(
      batch.map(({ documentId, contentHash, title, beginning }) => ({
        documentId,
        contentHash,
        language: detectLanguage(title, beginning),
      })),
    );
    done += batch.length;
    run.report("read", done, null);
  }
}

/** Documents that an import changed after {@link findLanguages}, with their languages. */
export async function withLanguages(
  documents: readonly CatalogDocument[],
): Promise<readonly CatalogDocument[]> {
  if (documents.every(({ language }) => language !== undefined)) return documents;
  const { detectLanguage } = await import("./detect-language.ts");
  return documents.map((document) => ({
    ...document,
    language:
      document.language ?? detectLanguage(document.title, document.content.slice(0, BEGINNING_CHARACTERS)),
  }));
}
