/**
 * POST /search/projects/export, in steps: the first ranks the projects and writes the first rows, each further one
 * writes those that it is given. So no step takes long, and a project withdrawn meanwhile is left out.
 */
import {
  type ExportPart,
  type ExportProjectsRequest,
  type ExportRow,
  maxExport,
} from "../../contract/api/exports.ts";
import { csvRow } from "../../contract/values/csv.ts";
import type { ProjectContext } from "../context.ts";
import { presentResults } from "../search-projects/presentation.ts";
import { findProjects } from "../search-projects/search-projects.ts";
import { storedResults } from "../search-projects/stored-results.ts";
import { projectCells, projectColumns } from "./project-cells.ts";

/** Rows per step. */
export const exportedPerStep = 250;

/** `rest`: the rows to write, in any step but the first. Throws as a search does. */
export async function exportProjects(
  context: ProjectContext,
  { rest: given, ...request }: ExportProjectsRequest & { rest?: ExportRow[] },
): Promise<ExportPart> {
  const { format } = request;
  if (given) return { text: textOf(context, given, format), rest: [] };
  const found = await findProjects(context, { ...request, ...plain, limit: maxExport, offset: 0 });
  const { projects } = context.snapshot;
  const rows = found.page.projects.map(({ row, similarity }): ExportRow => [projects.slug(row), similarity]);
  const header = format === "csv" ? csvRow(projectColumns) : "";
  return {
    text: header + textOf(context, rows.slice(0, exportedPerStep), format),
    rest: rows.slice(exportedPerStep),
  };
}

/** Not part of a file. */
const plain = { includeFacets: false, facets: [], includeDiagnostics: false, explain: false };

function textOf(
  { snapshot }: ProjectContext,
  rows: readonly ExportRow[],
  format: ExportProjectsRequest["format"],
): string {
  const { projects } = snapshot;
  const live = rows.flatMap(([slug, similarity]) => {
    const row = projects.find(slug);
    return row < 0 ? [] : [{ row, similarity }];
  });
  const results = presentResults(snapshot, live, { query: null, stored: storedResults(projects) });
  return results
    .map((result) => (format === "csv" ? csvRow(projectCells(result)) : `${JSON.stringify(result)}\n`))
    .join("");
}
