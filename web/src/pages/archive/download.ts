/** The documents that a search lists, of all its pages, as a file made in the browser. */

import type { ArchiveSearchResult } from "../../../../src/contract/api/archive.ts";
import { maxArchiveOffset } from "../../../../src/contract/values/bounds.ts";
import { research } from "../../api/client.ts";
import { csvOf, jsonLinesOf } from "../../charts/csv.ts";
import { fileName, saveFile, textFile } from "../../charts/download.ts";
import { type ArchiveSearch, archivePageSize, archiveRequestOf } from "../../explore/archive-search.ts";
import type { ListFormat } from "../../explore/download-list.tsx";
import { foundPassages } from "../../explore/found-tables.ts";

export async function downloadDocuments(search: ArchiveSearch, format: ListFormat): Promise<void> {
  const results: ArchiveSearchResult[] = [];
  for (let offset = 0; offset <= maxArchiveOffset; offset += archivePageSize) {
    const page = await research.searchArchives({
      ...archiveRequestOf({ ...search, offset }),
      offset,
    });
    results.push(...page.results);
    if (!page.hasMore) break;
  }
  const table = foundPassages(results);
  const file =
    format === "csv" ? textFile(csvOf(table), "text/csv") : textFile(jsonLinesOf(table), "application/jsonl");
  saveFile(fileName(`archive ${search.query ?? ""}`, format), file);
}
