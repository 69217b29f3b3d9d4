/** Counts beside the filters of the project search. */

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import type { FacetDimension } from "../../../../src/contract/api/search-projects.ts";
import type { FacetBucket } from "../../../../src/contract/api/shared.ts";
import { maxFacetBuckets } from "../../../../src/contract/values/bounds.ts";
import { research } from "../../api/client.ts";
import { filtersOf, type ListField, type ProjectFilterSearch } from "../project-search.ts";

/** Which list of the search a dimension's buckets belong to. */
export const dimensionOf: Partial<Record<ListField, FacetDimension>> = {
  hackathons: "hackathons",
  categoryKeys: "categories",
  clusterKeys: "clusters",
  trackKeys: "tracks",
  labelKeys: "labels",
  prizeTypes: "prizes",
  techStack: "techStack",
  primitives: "primitives",
  problemTags: "problemTags",
  solutionTags: "solutionTags",
};

export type Facets = Partial<Record<FacetDimension, readonly FacetBucket[]>>;

/**
 * Facets count all projects that pass the filters, whatever the text: the text is left out, so that typing asks for
 * nothing new. A dimension with a chosen value is counted as if nothing in it were chosen: its values combine with OR.
 */
function facetRequests(search: ProjectFilterSearch) {
  const chosen = Object.entries(dimensionOf).filter(([field]) => search[field as ListField]);
  const common = { query: "", limit: 1, includeFacets: true, facetTopK: maxFacetBuckets } as const;
  const narrow = chosen.map(([field, dimension]) => ({
    ...filtersOf({ ...search, [field]: undefined }),
    ...common,
    // The number of buckets may be this large only where categories are among them.
    facets: [...new Set([dimension, "categories" as const])],
    own: dimension,
  }));
  return [{ ...filtersOf(search), ...common, facets: undefined, own: null }, ...narrow];
}

interface CountedFacets {
  facets: Facets;
  /** Projects that pass the filters, whatever the text; null while unknown. */
  total: number | null;
}

export function useFacets(search: ProjectFilterSearch): CountedFacets {
  return useQueries({
    queries: facetRequests(search).map(({ own, facets, ...request }) => {
      const input = facets === undefined ? request : { ...request, facets };
      return {
        queryKey: ["research", "searchProjects", "facets", own, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => research.searchProjects(input, { signal }),
        staleTime: 300_000,
        placeholderData: keepPreviousData<Awaited<ReturnType<typeof research.call<"searchProjects">>>>,
      };
    }),
    combine: ([all, ...narrow]) => {
      const dimensions = facetRequests(search)
        .slice(1)
        .map(({ own }) => own);
      const facets: Facets = { ...all?.data?.facets };
      narrow.forEach(({ data }, at) => {
        const own = dimensions[at];
        if (own && data?.facets?.[own]) facets[own] = data.facets[own];
      });
      return { facets, total: all?.data?.totalFound ?? null };
    },
  });
}
