import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useResearch } from "../../api/use-research.ts";
import { FilterChips } from "../../explore/facets/filter-chips.tsx";
import { ProjectFacets } from "../../explore/facets/project-facets.tsx";
import { UnknownNotice, useUnknownValues } from "../../explore/facets/unknown-notice.tsx";
import { IgnoredNotice } from "../../explore/ignored-notice.tsx";
import { rememberList } from "../../explore/last-list.ts";
import {
  type ProjectSearch,
  projectFields,
  readProjectSearch,
  requestOf,
} from "../../explore/project-search.ts";
import { isTooLong, QueryForm } from "../../explore/query-form.tsx";
import { SkipToResults } from "../../explore/skip-to-results.tsx";
import { type RawSearch, stringifySearch } from "../../router/search-params.ts";
import { Page } from "../../ui/page.tsx";
import { FiltersButton, FiltersDialog } from "./filters-dialog.tsx";
import { Results } from "./results.tsx";

/** Searches and browses projects; the view is the address. */
export function ProjectsPage() {
  // The router keeps values that the route does not understand.
  const search = readProjectSearch(useSearch({ from: "/projects" }) as RawSearch);
  useEffect(() => rememberList("/projects", stringifySearch({ ...search })));
  const navigate = useNavigate({ from: "/projects" });
  const { query = "" } = search;
  const tooLong = isTooLong(query);
  const answer = useResearch("searchProjects", requestOf(search), { enabled: !tooLong });
  const unknown = useUnknownValues(search);
  // The service refuses unknown categories; the notice says what to do.
  const isRefused = answer.isError && unknown.length > 0;
  const show = (next: ProjectSearch, resetScroll = false) => void navigate({ search: next, resetScroll });
  const [filtering, setFiltering] = useState(false);
  const filters = <FiltersButton search={search} onOpen={() => setFiltering(true)} />;
  /** Where results are listed, the filters of narrow screens stand among what can be done with them. */
  const listed = !tooLong && !answer.isError && (answer.data?.results.length ?? 0) > 0;
  return (
    <Page title="Projects" tabTitle={query === "" ? undefined : `${query} · Projects`} wide>
      <QueryForm
        label="Search projects"
        placeholder="Describe an idea, a problem or a technology"
        value={query}
        onSearch={(text) => {
          const { query: _, offset: __, ...rest } = search;
          show(text === "" ? rest : { ...rest, query: text });
        }}
      />
      <SkipToResults />
      <div className="gap-8 lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <aside aria-label="Filters" className="max-lg:hidden">
          <ProjectFacets search={search} onChange={show} />
        </aside>
        <div id="results" tabIndex={-1} className="min-w-0 space-y-3">
          {!listed && <div className="lg:hidden">{filters}</div>}
          <FilterChips search={search} onChange={show} />
          <IgnoredNotice read={search} names={projectFields} />
          <UnknownNotice unknown={unknown} search={search} onChange={show} />
          {!tooLong && !isRefused && (
            <Results search={search} answer={answer} filters={filters} onChange={show} />
          )}
        </div>
      </div>
      {filtering && <FiltersDialog search={search} onChange={show} onClose={() => setFiltering(false)} />}
    </Page>
  );
}
