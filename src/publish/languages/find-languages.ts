/** Detects the languages of documents that state none, and keeps them in the catalog. */
import type { PublishRun } from "../types.ts";

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
