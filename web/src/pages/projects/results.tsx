import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SearchProjectsResponse } from "../../../../src/contract/api/search-projects.ts";
import { DownloadList } from "../../explore/download-list.tsx";
import { useFacets } from "../../explore/facets/use-facets.ts";
import { ProjectList } from "../../explore/project-row.tsx";
import {
  chosenFilters,
  type ProjectSearch,
  pageSize,
  requestOf,
  withField,
  withoutFilters,
} from "../../explore/project-search.ts";
import { ResultsHeading, useFocusAfterMove } from "../../explore/results-heading.tsx";
import { SaveSearch } from "../../explore/save-search.tsx";
import { Button } from "../../ui/button.tsx";
import { countOf } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { pastLastPage } from "../../ui/past-last-page.ts";
import { Problem } from "../../ui/problem.tsx";
import { ResultPager } from "../../ui/result-pager.tsx";
import { downloadProjects } from "./download.ts";
import { SpreadSwitch } from "./spread-switch.tsx";

interface ResultsProps {
  search: ProjectSearch;
  answer: UseQueryResult<SearchProjectsResponse>;
  /** The button that opens the filters on narrow screens. */
  filters: ReactNode;
  onChange(search: ProjectSearch, resetScroll?: boolean): void;
}

export function Results({ search, answer, filters, onChange }: ResultsProps) {
  const { query = "", offset = 0, diversify = false } = search;
  const { data, error, isPending, isPlaceholderData: isOld } = answer;
  const { heading, move } = useFocusAfterMove(offset, isOld);
  if (error) return <Problem error={error} retry={() => void answer.refetch()} />;
  if (isPending) return <ListSkeleton label="Loading the projects …" />;
  if (data === undefined) return null;
  const { results, hasMore, totalFound, diagnostics } = data;
  if (results.length === 0 && isOld) return <ListSkeleton label="Searching…" />;
  if (results.length === 0) return <NoProjects search={search} total={totalFound} onChange={onChange} />;
  const ranked = query !== "";
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="lg:hidden">{filters}</span>
        <div className="min-w-0 flex-1 basis-64 max-sm:order-last max-sm:basis-full">
          <ResultsHeading heading={heading} offset={offset} count={results.length} isOld={isOld}>
            <Summary search={search} diagnostics={diagnostics} />
          </ResultsHeading>
        </div>
        {ranked && (
          <span className="shrink-0 max-sm:order-last">
            <SpreadSwitch
              isOn={diversify}
              onChange={(on) => onChange(withField(search, "diversify", on ? true : undefined))}
            />
          </span>
        )}
        <span className="flex ml-auto shrink-0 items-center sm:gap-x-3">
          <SaveSearch
            page="projects"
            search={{ ...search }}
            request={{ ...requestOf({ ...search, offset: undefined }) }}
            name={query === "" ? "Projects" : query}
          />
          <DownloadList label="Download these projects" save={(format) => downloadProjects(search, format)} />
        </span>
      </div>
      <div aria-busy={isOld} className={isOld ? "opacity-60" : undefined}>
        <ProjectList projects={results} label="Projects found" query={query} ranked={ranked} />
      </div>
      {ranked && offset > 0 && !hasMore && !isOld && (
        <ListEnd search={search} end={offset + results.length} />
      )}
      <ResultPager
        offset={offset}
        count={results.length}
        limit={pageSize}
        hasMore={hasMore}
        total={ranked ? null : totalFound}
        onMove={(next) => {
          move();
          onChange({ ...search, offset: next > 0 ? next : undefined }, true);
        }}
      />
    </div>
  );
}

/** What is listed, in what order, and how the words were understood. */
function Summary({
  search,
  diagnostics,
}: Pick<ResultsProps, "search"> & Pick<SearchProjectsResponse, "diagnostics">) {
  const { total } = useFacets(search);
  const { query = "" } = search;
  const expanded = diagnostics?.queryExpanded;
  return (
    <>
      {query === "" && total !== null && `${countOf(total, "project")}, newest first`}
      {query !== "" &&
        total !== null &&
        `${total === 1 ? "" : "The nearest of "}${countOf(total, "project")}`}
      {query !== "" && expanded !== undefined && expanded !== query && (
        <>
          {"; searched for "}
          <q>{expanded}</q>
        </>
      )}
      {diagnostics?.fallbackReason === "embedding_generation_failed" &&
        "; ranked by words alone, as their meaning could not be computed"}
    </>
  );
}

/** Why a ranked list ends before all projects that pass the filters are listed: it has only the nearest. */
function ListEnd({ search, end }: Pick<ResultsProps, "search"> & { end: number }) {
  const { total } = useFacets(search);
  if (total === null || end >= total) return null;
  return (
    <p className="text-sm text-muted">
      The list ends here, with the nearest {end.toLocaleString("en")} of {countOf(total, "project")}. Use
      other words or filters to see more.
    </p>
  );
}

type NoProjectsProps = Pick<ResultsProps, "search" | "onChange"> & { total: number };

function NoProjects({ search, total, onChange }: NoProjectsProps) {
  const { query, offset } = search;
  const filtered = chosenFilters(search).length > 0;
  if (offset !== undefined) {
    return (
      <EmptyState
        title="No more projects"
        action={<Button onClick={() => onChange({ ...search, offset: undefined }, true)}>First page</Button>}
      >
        {pastLastPage({ offset, limit: pageSize, total: query ? null : total })}
      </EmptyState>
    );
  }
  if (!filtered) {
    return (
      <EmptyState title={query ? "No project matches" : "No projects yet"}>
        {query
          ? "Try fewer or other words."
          : "The operator of this service imports and publishes them; see Corpus."}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No project passes these filters"
      action={<Button onClick={() => onChange(withoutFilters(search))}>Clear the filters</Button>}
    >
      A project must match every filter. Values of one filter are combined with OR.
    </EmptyState>
  );
}
