/** What a search or a list of similar ones holds, as tables to download. */
import type { ArchiveSearchResult } from "../../../src/contract/api/archive.ts";
import type { ProjectSearchResult } from "../../../src/contract/api/project.ts";
import type { ChartTable } from "../charts/table.ts";

export function foundProjects(results: readonly ProjectSearchResult[]): ChartTable {
  return {
    columns: ["slug", "name", "one_liner", "similarity", "hackathon", "start_date", "award", "cluster"],
    rows: results.map(({ slug, name, oneLiner, similarity, hackathon, award, cluster }) => [
      slug,
      name,
      oneLiner,
      similarity,
      hackathon.name,
      hackathon.startDate,
      award,
      cluster?.label ?? null,
    ]),
  };
}

const passageColumns = [
  "documentId",
  "title",
  "author",
  "source",
  "url",
  "publishedAt",
  "similarity",
  "chunkIndex",
  "snippet",
] as const satisfies readonly (keyof ArchiveSearchResult)[];

/** One row per passage. */
export function foundPassages(results: readonly ArchiveSearchResult[]): ChartTable {
  return {
    columns: passageColumns,
    rows: results.map((result) => passageColumns.map((column) => result[column])),
  };
}
