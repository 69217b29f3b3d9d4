import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useFilters, useResearch } from "../../api/use-research.ts";
import {
  type ArchiveSearch,
  archiveFields,
  archiveRequestOf,
  readArchiveSearch,
} from "../../explore/archive-search.ts";
import { IgnoredNotice } from "../../explore/ignored-notice.tsx";
import { rememberList } from "../../explore/last-list.ts";
import { isTooLong, QueryForm } from "../../explore/query-form.tsx";
import { type RawSearch, stringifySearch } from "../../router/search-params.ts";
import { classes } from "../../ui/classes.ts";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { ArchiveResults } from "./archive-results.tsx";
import { SourceFilter } from "./source-filter.tsx";
import { Sources } from "./sources.tsx";
import { UnknownSources } from "./unknown-sources.tsx";

const intents = [
  { value: "docs", label: "Precise" },
  { value: "ideation", label: "Broad" },
] as const;

/** Searches the archive; the view is the address. */
export function ArchivePage() {
  // The router keeps values that the route does not understand.
  const search = readArchiveSearch(useSearch({ from: "/archive" }) as RawSearch);
  useEffect(() => rememberList("/archive", stringifySearch({ ...search })));
  const navigate = useNavigate({ from: "/archive" });
  const { query = "", intent, sources = [] } = search;
  const canAsk = query !== "" && !isTooLong(query);
  const answer = useResearch("searchArchives", archiveRequestOf(search), { enabled: canAsk });
  const known = useFilters().data?.archiveSources ?? [];
  const show = (next: ArchiveSearch, resetScroll = false) => void navigate({ search: next, resetScroll });
  const change = (change: Partial<ArchiveSearch>) => {
    const merged = Object.entries({ ...search, offset: undefined, ...change });
    show(Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as ArchiveSearch);
  };
  return (
    <Page title="Archive" tabTitle={query === "" ? undefined : `${query} · Archive`} wide>
      <QueryForm
        label="Search the archive"
        placeholder="What has been written about …"
        value={query}
        onSearch={(text) => change({ query: text === "" ? undefined : text })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label="Intent"
          choices={intents}
          value={intent ?? "docs"}
          onChange={(value) => change({ intent: value === "ideation" ? "ideation" : undefined })}
        />
        <SourceFilter
          known={known}
          chosen={sources}
          onChange={(next) => change({ sources: next.length > 0 ? next : undefined })}
        />
        <p
          className={classes(
            "text-sm text-pretty text-muted max-sm:basis-full lg:ml-auto",
            // Above results, the usual intent needs no words on a phone.
            query !== "" && intent === undefined && "max-sm:hidden",
          )}
        >
          {intent === "ideation"
            ? "Parts of the question are searched on their own; essays and research come first."
            : "The passages nearest to the question."}
        </p>
      </div>
      <IgnoredNotice read={search} names={archiveFields} />
      <UnknownSources known={known} chosen={sources} onChange={(next) => change({ sources: next })} />
      {query === "" && <Sources chosen={sources} onChange={(next) => change({ sources: next })} />}
      {canAsk && (
        <ArchiveResults
          search={search}
          answer={answer}
          onShowAll={(all) => change({ maxDocsPerSource: all ? "0" : undefined })}
          onMove={(offset) => show({ ...search, offset: offset > 0 ? offset : undefined }, true)}
        />
      )}
    </Page>
  );
}
