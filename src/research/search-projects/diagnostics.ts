/** Diagnostics of a search: how its results were found. */
import type { SearchDiagnostics } from "../../contract/api/search-projects.ts";
import type { ProjectSelection } from "../../corpus/projects/project-filter.ts";
import type { ReadQuery } from "../read-query.ts";
import type { Candidates } from "./candidates.ts";
import type { Ranking } from "./ranking.ts";

export interface SearchCourse {
  /** Null for an empty query; candidates and ranking are null then, too. */
  query: ReadQuery | null;
  candidates: Candidates | null;
  ranking: Ranking | null;
  diversityDropped: number;
  /** Projects that pass the filters and have no vector yet. */
  missingVectorProjects: number;
  effectiveFilters: ProjectSelection;
  /** The query's vector is of the built-in embedder alone: the local model did not answer. */
  substituted: boolean;
}

export function describeSearch(course: SearchCourse): SearchDiagnostics {
  const { query, candidates, ranking, missingVectorProjects } = course;
  const fallbackReason = reasonOf(course);
  return {
    modeUsed: ranking?.mode ?? "filters",
    fallbackUsed: fallbackReason !== null,
    ...(fallbackReason !== null && { fallbackReason }),
    vectorCandidates: candidates?.found.vector ?? 0,
    textCandidates: candidates?.found.words ?? 0,
    tagCandidates: candidates?.found.topics ?? 0,
    diversityDropped: course.diversityDropped,
    ...(ranking &&
      missingVectorProjects > 0 && {
        missingVectorProjects,
        missingVectorMatches: ranking.missingVectorMatches,
      }),
    totalFoundIsEstimate: query !== null,
    queryExpanded: query?.expanded ?? "",
    effectiveFilters: { ...course.effectiveFilters },
  };
}

/** Why the results are not those of vectors and text together. */
function reasonOf({ candidates, ranking, substituted }: SearchCourse): string | null {
  if (!candidates || !ranking) return null;
  // The embedder failed, or it knows no word of the query; callers see the same for both.
  if (!candidates.cosines) return "embedding_generation_failed";
  if (substituted) return "query_model_failed";
  return ranking.missingVectorMatches > 0 ? "missing_vector" : null;
}
