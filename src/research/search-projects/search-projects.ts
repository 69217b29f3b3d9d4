/** POST /search/projects: filters → candidates → ranking → rules → presentation. */
import type { SearchProjectsRequest, SearchProjectsResponse } from "../../contract/api/search-projects.ts";
import { selectProjects } from "../../corpus/projects/project-filter.ts";
import { countBits } from "../../search/bitset.ts";
import { checkCategoryKeys, checkTrackKeys } from "../check-keys.ts";
import type { ProjectContext } from "../context.ts";
import { selectionOf } from "./applied-filters.ts";
import { findCandidates } from "./candidates.ts";
import { describeSearch } from "./diagnostics.ts";
import { embedQuery } from "./embed-query.ts";
import { countFacets } from "./facets.ts";
import { browse, type Page, pageOf } from "./page.ts";
import { keepPhrases } from "./phrases.ts";
import { presentResults } from "./presentation.ts";
import { rankProjects, readProjectQuery } from "./rank-projects.ts";
import { storedResults } from "./stored-results.ts";

/** Throws INVALID_QUERY for keys that are invalid for this corpus. */
export async function searchProjects(
  context: ProjectContext,
  request: SearchProjectsRequest,
): Promise<SearchProjectsResponse> {
  const { page, query, ranking, stored, facets, filtersApplied, diagnostics } = await findProjects(
    context,
    request,
  );
  return {
    results: presentResults(context.snapshot, page.projects, {
      query,
      stored,
      channels: request.explain ? (ranking?.channels ?? (() => [])) : undefined,
    }),
    filtersApplied,
    totalFound: page.totalFound,
    hasMore: page.hasMore,
    ...facets,
    ...(request.includeDiagnostics && { diagnostics: diagnostics() }),
  };
}

/** The page before presentation. Throws as {@link searchProjects} does. */
export async function findProjects(context: ProjectContext, request: SearchProjectsRequest) {
  const { snapshot } = context;
  const { projects } = snapshot;
  checkCategoryKeys(request.filters?.categoryKeys, "filters.categoryKeys", snapshot);
  checkTrackKeys(request.trackKeys, "trackKeys", snapshot);
  const query = request.query === "" ? null : readProjectQuery(request.query, context);
  let substituted = false;
  const onSubstitute = () => {
    substituted = true;
  };
  const vector = query && (await embedQuery(context, query, onSubstitute));
  // No `await` from here on: the selection's scratch space must not be shared with another request of this thread.
  const selection = selectionOf(request);
  const selected = projects.selection;
  selectProjects(projects, selection.effective, selected);
  const facets = request.includeFacets && countFacets(projects, selected, request);
  if (query) keepPhrases(projects, query, selected);
  const candidates = query && findCandidates(projects, query, vector);
  const stored = storedResults(projects);
  const ranking = query && candidates && rankProjects(snapshot, query, { candidates, stored });
  const missingVectorProjects = request.includeDiagnostics ? countBits(projects.withoutVector(selected)) : 0;
  const page: Page = ranking ? pageOf(projects, ranking, request) : browse(selected, request);
  return {
    page,
    query,
    ranking,
    stored,
    facets,
    filtersApplied: selection.applied,
    diagnostics: () =>
      describeSearch({
        query,
        candidates,
        ranking,
        diversityDropped: page.diversityDropped,
        missingVectorProjects,
        effectiveFilters: selection.effective,
        substituted,
      }),
  };
}
