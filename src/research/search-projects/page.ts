/** Builds the requested page: of a ranking, or of all projects that pass the filters. */
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { countBits } from "../../search/bitset.ts";
import { diversifyProjects } from "./diversify-projects.ts";
import type { Ranking } from "./ranking.ts";

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
  /** Results that would be on this page without diversification. */
  diversityDropped: number;
}

/**
 * A page of a ranking. The total only supports pagination: it counts one result beyond the page, and on a page beyond
 * the last one it is the number of results.
 */
export function pageOf(index: ProjectIndex, ranking: Ranking, request: PageRequest): Page {
  const { limit, offset, diversify } = request;
  const end = offset + limit;
  const plain = ranking.projects;
  const ordered = diversify ? diversifyProjects(index, plain, end) : plain;
  const projects = ordered.slice(offset, end);
  const shown = new Set(projects.map(({ row }) => row));
  const hasMore = plain.length > end;
  return {
    projects,
    totalFound: offset < plain.length ? offset + projects.length + (hasMore ? 1 : 0) : plain.length,
    hasMore,
    diversityDropped: plain.slice(offset, end).filter(({ row }) => !shown.has(row)).length,
  };
}

/** A page of all selected projects, newest first; the total is exact. */
export function browse(selected: Uint8Array, { limit, offset }: PageRequest): Page {
  const totalFound = countBits(selected);
  return {
    projects: pageOfRows(selected, offset, limit).map((row) => ({ row, similarity: 0 })),
    totalFound,
    hasMore: totalFound > offset + limit,
    diversityDropped: 0,
  };
}

/** Rows `offset` … `offset + limit` − 1 of a set, newest project first. */
function pageOfRows(rows: Uint8Array, offset: number, limit: number): number[] {
  const page: number[] = [];
  let skipped = 0;
  for (let i = 0; i < rows.length && page.length < limit; i++) {
    let byte = rows[i]!;
    const inByte = countBits(rows.subarray(i, i + 1));
    if (skipped + inByte <= offset) {
      skipped += inByte;
      continue;
    }
    for (; byte !== 0 && page.length < limit; byte &= byte - 1)
      if (skipped++ >= offset) page.push(i * 8 + 31 - Math.clz32(byte & -byte));
  }
  return page;
}
