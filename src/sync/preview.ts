/** Reads the first documents of a source as they would be stored, without storing them. */

import type { CatalogDocument } from "../catalog/types.ts";
import type { ConnectorRecord } from "../contract/records/connector-record.ts";
import { NOT_THERE, readItem } from "./read-item.ts";
import type { SyncOptions } from "./types.ts";

export interface PreviewOptions extends Pick<SyncOptions, "open" | "parse" | "context" | "signal"> {
  /** Documents wanted. */
  documents: number;
}

export interface SourcePreview {
  documents: Omit<CatalogDocument, "contentHash" | "source">[];
  /** Items that could not be read, or hold no text. */
  problems: { item: string; message: string }[];
}

/** A source whose first items all fail is not read to its end. */
const MAX_ITEMS = 15;

/** Throws SourceFailure when the source cannot be opened or listed. */
export async function previewSource(
  record: ConnectorRecord,
  options: PreviewOptions,
): Promise<SourcePreview> {
  const { context, signal, parse, documents: wanted } = options;
  const preview: SourcePreview = { documents: [], problems: [] };
  const open = await options.open(record, { ...context, state: null, signal });
  if (open === null) return preview;
  let items = 0;
  try {
    for await (const item of open.items()) {
      signal.throwIfAborted();
      if (preview.documents.length >= wanted || items++ === MAX_ITEMS) break;
      try {
        const read = await readItem(open, item, { source: PREVIEWED, known: null, parse });
        if (read.outcome === "gone" && item.mustExist)
          preview.problems.push({ item: item.id, message: NOT_THERE });
        if (read.outcome !== "read") continue;
        if (read.documents.length === 0)
          preview.problems.push({ item: item.id, message: "it holds no text" });
        for (const { contentHash: _, source: __, ...document } of read.documents)
          if (preview.documents.length < wanted) preview.documents.push(document);
      } catch (error) {
        signal.throwIfAborted();
        preview.problems.push({ item: item.id, message: (error as Error).message });
      }
    }
    return preview;
  } finally {
    await open.close();
  }
}

/** In place of a key: nothing is stored. */
const PREVIEWED = "preview";
