/** Facets: counts over every project that passes the filters, for any query. */
import type {
  FacetDimension,
  SearchProjectsRequest,
  SearchProjectsResponse,
} from "../../contract/api/search-projects.ts";
import { projectFacet } from "../../corpus/projects/project-facets.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import type { ProjectColumnName } from "../../corpus/projects/project-layout.ts";

const samples = 3;

export function countFacets(
  projects: ProjectIndex,
  selected: Uint8Array,
  { facets, facetTopK, filters }: Pick<SearchProjectsRequest, "facets" | "facetTopK" | "filters">,
): Pick<SearchProjectsResponse, "facets" | "categoryCountsOverlap"> {
  const overlap = filters?.includeSecondaryCategories ?? false;
  const columnOf = (dimension: FacetDimension): ProjectColumnName =>
    dimension === "categories" && overlap ? "allCategories" : dimension;
  const counted = facets.map((dimension) => [
    dimension,
    projectFacet(projects, selected, { column: columnOf(dimension), topK: facetTopK, samples }),
  ]);
  return {
    facets: Object.fromEntries(counted),
    ...(facets.includes("categories") && { categoryCountsOverlap: overlap }),
  };
}
