/** The filters of a request: as echoed in the response, and as applied. */
import type { ProjectFilters } from "../../contract/api/project-filters.ts";
import type { SearchProjectsRequest, SearchProjectsResponse } from "../../contract/api/search-projects.ts";
import type { ProjectSelection } from "../../corpus/projects/project-filter.ts";

export interface AppliedFilters {
  applied: SearchProjectsResponse["filtersApplied"];
  /** All in one object; members without effect are left out. */
  effective: ProjectSelection;
}

type Filtered = Pick<SearchProjectsRequest, "hackathons" | "trackKeys" | "labelKeys" | "filters">;

export function selectionOf(request: Filtered): AppliedFilters {
  const { hackathons, trackKeys, labelKeys } = request;
  const filters = given<Partial<ProjectFilters>>(request.filters ?? {});
  const lists = given({ hackathons, trackKeys, labelKeys });
  const { winnersOnly, acceleratorOnly, includeSecondaryCategories, ...rest } = filters;
  return {
    applied: { ...lists, ...(Object.keys(filters).length > 0 && { filters }) },
    effective: {
      ...lists,
      ...rest,
      ...(winnersOnly && { winnersOnly }),
      ...(acceleratorOnly && { acceleratorOnly }),
      ...(includeSecondaryCategories && { includeSecondaryCategories }),
    },
  };
}

/** Without undefined members. */
function given<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
}
