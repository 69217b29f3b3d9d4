/** The page of a ranking that was asked for, or of all that passes the filters. */

import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import type { Ranking } from "../../corpus/projects/project-ranking.ts";
import { countProjects, pageOfRows } from "../../corpus/projects/project-rows.ts";
import { spread } from "../../corpus/projects/project-spread.ts";

interface PageRequest {
  limit: number;
  offset: number;
  diversify: boolean;
}

export interface PagedProject {
  row: number;
  similarity: number;
}

export interface Page {
  projects: PagedProject[];
  totalFound: number;
  hasMore: boolean;
  /** Results that would stand on this page if likeness to others did not count. */
  diversityDropped: number;
}

/** A page of a ranking: the total reaches one beyond it, and only supports paging. */
export function pageOf(index: ProjectIndex, ranking: Ranking, request: PageRequest): Page {
  const { limit, offset, diversify } = request;
  const end = offset + limit;
  const plain = ranking.projects;
  const ordered = diversify ? spread(index, plain, end) : plain;
  const projects = ordered.slice(offset, end);
  const shown = new Set(projects.map(({ row }) => row));
  const hasMore = plain.length > end;
  return {
    projects,
    totalFound: offset + projects.length + (hasMore ? 1 : 0),
    hasMore,
    diversityDropped: plain.slice(offset, end).filter(({ row }) => !shown.has(row)).length,
  };
}

/** A page of all selected projects, newest first; the total is exact. */
export function browse(selected: Uint8Array, { limit, offset }: PageRequest): Page {
  const totalFound = countProjects(selected);
  return {
    projects: pageOfRows(selected, offset, limit).map((row) => ({ row, similarity: 0 })),
    totalFound,
    hasMore: totalFound > offset + limit,
    diversityDropped: 0,
  };
}
