import { research } from "../../api/client.ts";
import { fileName, saveFile } from "../../charts/download.ts";
import type { ListFormat } from "../../explore/download-list.tsx";
import { filtersOf, type ProjectSearch } from "../../explore/project-search.ts";

/** The projects that a search lists, of all its pages, as a file made by the server. */
export async function downloadProjects(search: ProjectSearch, format: ListFormat): Promise<void> {
  const { query = "", diversify = false } = search;
  const file = await research.download("exportProjects", { ...filtersOf(search), query, diversify, format });
  saveFile(fileName(`projects ${query}`, format), file);
}
