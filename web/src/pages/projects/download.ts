import { research } from "../../api/client.ts";
import { fileName, saveFile, textFile } from "../../charts/download.ts";
import type { ListFormat } from "../../explore/download-list.tsx";
import { filtersOf, type ProjectSearch } from "../../explore/project-search.ts";

const mediaTypeOf = { csv: "text/csv", jsonl: "application/x-ndjson" } as const;

/** The projects that a search lists, of all its pages, as a file made by the server. */
export async function downloadProjects(search: ProjectSearch, format: ListFormat): Promise<void> {
  const { query = "", diversify = false } = search;
  const request = { ...filtersOf(search), query, diversify, format };
  const text = await research.exportProjects(request, { timeout: 0 });
  saveFile(fileName(`projects ${query}`, format), textFile(text, mediaTypeOf[format]));
}
