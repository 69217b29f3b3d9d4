/** POST /search/projects: filters → candidates → ranking → rules → presentation. */
import type { SearchProjectsRequest, SearchProjectsResponse } from "../../contract/api/search-projects.ts";
import { selectProjects } from "../../corpus/projects/project-filter.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { countBits } from "../../search/bitset.ts";
import { isSameName, nameKey } from "../../search/lookup/name-key.ts";
import { checkCategoryKeys, checkTrackKeys } from "../check-keys.ts";
import type { ProjectContext } from "../context.ts";
import { type RankingWeights, rankingWeights } from "../ranking/linear-model.ts";
import { addTextFeatures } from "../ranking/text-features.ts";
import { type ReadQuery, readQuery } from "../read-query.ts";
import { selectionOf } from "./applied-filters.ts";
import { findCandidates } from "./candidates.ts";
import { describeSearch } from "./diagnostics.ts";
import { countFacets } from "./facets.ts";
import { browse, type Page, pageOf } from "./page.ts";
import { keepPhrases } from "./phrases.ts";
import { presentResults } from "./presentation.ts";
import { type RankingOptions, rankCandidates } from "./ranking.ts";
import { type StoredResults, storedResults } from "./stored-results.ts";

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
  const query = request.query === "" ? null : read(request.query, context);
  let substituted = false;
  const onSubstitute = () => {
    substituted = true;
  };
  const vector = query && (await embed(context, query, onSubstitute));
  // No `await` from here on: the selection's scratch space must not be shared with another request of this thread.
  const selection = selectionOf(request);
  const selected = projects.selection;
  selectProjects(projects, selection.effective, selected);
  const facets = request.includeFacets && countFacets(projects, selected, request);
  if (query) keepPhrases(projects, query, selected);
  const candidates = query && findCandidates(projects, query, vector);
  const withoutVector = projects.withoutVector(selected);
  const calibrated = (cosine: number) => snapshot.calibrated(cosine);
  const stored = storedResults(projects);
  const weights = rankingWeights[snapshot.vectorsByModel ? "projectsByModel" : "projects"];
  const ranking =
    query &&
    candidates &&
    rankCandidates(candidates, {
      withoutVector,
      calibrated,
      misspelt: query.misspelt,
      weights,
      vectorOf: candidates.cosines ? (row) => projects.vectors.storedVector(row) : undefined,
      refine: refineByTexts(projects, query, { stored, weights }),
    });
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
        missingVectorProjects: countBits(withoutVector),
        effectiveFilters: selection.effective,
        substituted,
      }),
  };
}

/** Texts of projects are short: few use the words of the query and their synonyms. */
const synonymWeight = 0.7;

function read(query: string, { snapshot, knowsWord, words }: ProjectContext): ReadQuery {
  const { taxonomy, projects } = snapshot;
  const { vocabulary } = projects.words;
  const isName = (text: string) =>
    projects.named(nameKey(text)).some((row) => isSameName(projects.record(row).name, text));
  return readQuery(query, { taxonomy, vocabulary, knowsWord, words, synonymWeight, isName });
}

/** Reads the names and texts of the best candidates. */
function refineByTexts(
  projects: ProjectIndex,
  query: ReadQuery,
  { stored, weights }: { stored: StoredResults; weights: RankingWeights },
): RankingOptions["refine"] {
  const terms = projects.words.weigh(query.own);
  return (scores, rows) =>
    addTextFeatures(scores, terms, {
      weights,
      nameOf: (candidate) => stored(rows[candidate]!).record.name,
      textOf: (candidate) => {
        const { record, text } = stored(rows[candidate]!);
        return `${record.oneLiner ?? ""}\n${text}`;
      },
    });
}

/** A failing embedder lowers quality but does not fail the search. */
async function embed(
  context: ProjectContext,
  { embedded, reworded }: ReadQuery,
  onSubstitute: () => void,
): Promise<Float32Array | null> {
  if (context.snapshot.projects.meta.dimensions === 0) return null;
  try {
    const vector = await context.embedQuery(embedded, onSubstitute);
    return vector ?? (reworded === embedded ? null : await context.embedQuery(reworded, onSubstitute));
  } catch {
    return null;
  }
}
